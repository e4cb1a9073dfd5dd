import { m } from '@antojo/i18n/messages'

/** The error of an e-mail address, as far as it shows without the server. */
export function emailFault(email: string): string | undefined {
  const typed = email.trim()
  if (typed === '') return m.auth_email_required()
  return /^[^\s@]+@\S+$/.test(typed) ? undefined : m.auth_email_invalid()
}
