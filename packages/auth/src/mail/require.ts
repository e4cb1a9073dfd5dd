import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'

/** Throws 422 `email_provider_disabled` when the installation cannot send mail. The same for every address. */
export function requireMailer(ctx: Pick<AuthContext, 'mailer'>): void {
  if (ctx.mailer !== undefined) return
  throw new AuthError(422, 'email_provider_disabled', 'This installation cannot send mail')
}
