import { m } from '@antojo/i18n/messages'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'

/** The way to a new password, only where the server can send mail. */
export function ForgotLink() {
  if (useBootConfig()?.mail !== true) return null
  return (
    <Link
      href={paths.recover}
      className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-talavera-text underline"
    >
      {m.recover_link()}
    </Link>
  )
}
