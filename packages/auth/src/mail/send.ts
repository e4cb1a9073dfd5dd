import type { AuthContext } from '../context.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { OneTimeToken } from '../one-time/tokens.ts'
import { countSending, overLimit } from '../limits/sending.ts'
import { htmlMail, plainMail } from './layout.ts'
import { contestedWarning, mailTexts } from './texts.ts'
import type { MailKind } from './texts.ts'

export interface TokenMail {
  kind: MailKind
  to: string
  token: OneTimeToken
  client: Pick<ClientRequest, 'language' | 'redirectTo'>
  newEmail?: string
  /** Another sign-up with this address is pending, and nobody has proven it yet. */
  contested?: boolean
}

/** The link in a mail of the kind. */
export function actionLink(
  ctx: Pick<AuthContext, 'settings'>,
  kind: string,
  link: string,
  redirectTo: string,
): string {
  const query = new URLSearchParams({ token: link, type: kind, redirect_to: redirectTo })
  return `${ctx.settings.externalUrl}/verify?${query.toString()}`
}

/**
 * Sends in the background, so that the time a mail server takes reveals nothing about an account. Invitations come from
 * the operator and are not counted.
 */
export function sendTokenMail(ctx: AuthContext, mail: TokenMail): void {
  const { mailer, settings } = ctx
  if (mailer === undefined) return
  const { kind, to, token, client } = mail
  const plain = mailTexts(client.language, settings.appName, mail.newEmail ?? '')[kind]
  const warning = mail.contested === true ? [contestedWarning(client.language)] : []
  const text = { ...plain, body: [...plain.body, ...warning] }
  const link = kind === 'reauthentication' ? undefined : actionLink(ctx, kind, token.link, client.redirectTo)
  const content = { language: client.language, text, link, code: token.code }
  ctx.inBackground(`send ${kind} mail`, async () => {
    if (kind !== 'invite' && !(await countSending(ctx, 'mail'))) throw overLimit('mail')
    await mailer.send({ to, subject: text.subject, text: plainMail(content), html: htmlMail(content) })
  })
}
