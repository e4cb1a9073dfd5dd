import type { CodeMessage } from '../accounts/ports.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { Language } from '../http/language.ts'
import { takeTokens } from '../limits/buckets.ts'
import { countSending, overLimit } from '../limits/sending.ts'
import type { UserRow } from '../users/row.ts'
import { contestedWarning, type MailText, mailTexts, type NoticeKind, noticeText } from './texts.ts'

/** Throws 422 `email_provider_disabled` when the installation cannot send mail. The same for every address. */
export function requireMailer(ctx: AuthContext): void {
  if (ctx.mailer !== undefined) return
  throw new AuthError('email_provider_disabled', 'This installation cannot send mail')
}

/** The link in a mail of the kind. */
export function actionLink(ctx: AuthContext, kind: string, link: string, redirectTo: string): string {
  const query = new URLSearchParams({ token: link, type: kind, redirect_to: redirectTo })
  return `${ctx.settings.externalUrl}/verify?${query.toString()}`
}

/**
 * Sends in the background, so that the time a mail server takes reveals nothing about an account. Invitations come from
 * the operator and are not counted.
 */
export function sendTokenMail(ctx: AuthContext, mail: CodeMessage): void {
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

interface Notice {
  kind: NoticeKind
  /** The account before the change: its old address gets the mail. */
  user: Pick<UserRow, 'email' | 'email_confirmed_at'>
  client: Pick<ClientRequest, 'language'>
  /** The new address, or the provider. */
  detail?: string
  /** The time at which the account will be deleted. */
  deleteAfter?: Date
}

/** Each notice follows a change by a signed-in user. This limit only stops a loop from filling a mailbox. */
const NOTICES = { burst: 20, perSeconds: 3600 }

/**
 * Reports a change to the owner of an account by mail, where mail is configured. It is sent in the background, after the
 * commit, and is not counted for the installation: strangers must not use up the warnings of their victim.
 */
export function notify(ctx: AuthContext, { kind, user, client, detail = '', deleteAfter }: Notice): void {
  const { mailer, settings } = ctx
  const { email: to, email_confirmed_at: confirmedAt } = user
  if (mailer === undefined || to === null || confirmedAt === null) return
  const day = deleteAfter?.toLocaleDateString(client.language, { dateStyle: 'long', timeZone: 'UTC' })
  const text = noticeText(kind, client.language, settings.appName, day ?? detail)
  const link = text.button === undefined ? undefined : settings.siteUrl
  const content = { language: client.language, text, link }
  ctx.inBackground(`send notice ${kind}`, async () => {
    const taken = await takeTokens(ctx, [{ bucket: NOTICES, key: ['notice', to] }])
    if (taken.length === 0) return
    await mailer.send({ to, subject: text.subject, text: plainMail(content), html: htmlMail(content) })
  })
}

interface MailContent {
  language: Language
  text: MailText
  link?: string | undefined
  code?: string
}

/** The plain-text part. */
function plainMail({ text, link, code }: MailContent): string {
  const action = link === undefined ? [] : [`${text.button}:\n${link}`]
  const typed = code === undefined ? [] : [`${text.code} ${code}`]
  return [...text.body, ...action, ...typed, text.footer].join('\n\n')
}

/** The HTML part: one column, no images, no remote content. */
export function htmlMail({ language, text, link, code }: MailContent): string {
  const paragraphs = text.body.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  const button =
    link === undefined
      ? ''
      : `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(text.button ?? '')}</a></p>`
  const typed =
    code === undefined
      ? ''
      : `<p>${escapeHtml(text.code ?? '')} <strong style="letter-spacing:2px">${escapeHtml(code)}</strong></p>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#111827;background:#ffffff"><div style="max-width:480px;margin:0 auto">
${paragraphs}${button}${typed}
<p style="color:#4b5563;font-size:14px">${escapeHtml(text.footer)}</p></div></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
