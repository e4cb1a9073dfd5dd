import type { AuthContext } from '../context.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { takeTokens } from '../limits/buckets.ts'
import type { UserRow } from '../users/row.ts'
import { htmlMail, plainMail } from './layout.ts'
import { noticeText } from './notice-texts.ts'
import type { NoticeKind } from './notice-texts.ts'

export interface Notice {
  kind: NoticeKind
  /** The account before the change: its old address gets the mail. */
  user: Pick<UserRow, 'email' | 'email_confirmed_at'>
  client: Pick<ClientRequest, 'language'>
  /** The new address, or the provider. */
  detail?: string
  /** When the account will be deleted. */
  deleteAfter?: Date
}

/** Each notice follows a change by a signed-in user. This limit only stops a loop from filling a mailbox. */
const NOTICES = { burst: 20, perSeconds: 3600 }

/**
 * Mails the owner of an account what was changed, where mail is configured. It is sent in the background, after the
 * commit, and outside of the installation's hour: strangers must not use up the warnings of their victim.
 */
export function notify(ctx: AuthContext, { kind, user, client, detail = '', deleteAfter }: Notice): void {
  const { mailer, settings } = ctx
  const { email: to, email_confirmed_at: confirmedAt } = user
  if (mailer === undefined || to === null || confirmedAt === null) return
  const day = deleteAfter?.toLocaleDateString(client.language, { dateStyle: 'long', timeZone: 'UTC' })
  const text = noticeText(kind, client.language, { appName: settings.appName, detail: day ?? detail })
  const link = text.button === undefined ? undefined : settings.siteUrl
  const content = { language: client.language, text, link }
  ctx.inBackground(`send notice ${kind}`, async () => {
    const taken = await takeTokens(ctx, [{ bucket: NOTICES, key: ['notice', to] }])
    if (taken.length === 0) return
    await mailer.send({ to, subject: text.subject, text: plainMail(content), html: htmlMail(content) })
  })
}
