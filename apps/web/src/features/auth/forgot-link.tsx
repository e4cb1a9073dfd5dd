import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation.ts'
import { useServices } from '../../lib/services.tsx'

/** The way to a new password, only where the server can send mail. */
export function ForgotLink() {
  const { config } = useServices()
  const { data } = useQuery({ queryKey: ['config'], queryFn: config, staleTime: Infinity })
  if (data?.mail !== true) return null
  return (
    <Link
      href={paths.recover}
      className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-talavera-text underline"
    >
      {m.recover_link()}
    </Link>
  )
}
