import { adminAccess } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Gauge, KeyRound, Keyboard, LogOut, ScanSearch, Settings, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { useSignOut } from '../../components/use-sign-out.ts'
import { fetchJson } from '../../lib/api/api.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { useServices } from '../../lib/services.tsx'
import { drawer } from '../../lib/view/drawer.ts'
import { Popover } from '../../ui/overlay/popover.tsx'

interface AccountPopoverProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly email: string
  readonly onClose: () => void
}

const ROW_CLASS =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-sm font-semibold hover:bg-sunk'

const links = [
  [paths.profile, UserRound, m.header_view_profile],
  [paths.find, ScanSearch, m.page_find],
  [paths.account, KeyRound, m.account_title],
  [paths.settings, Settings, m.settings_all],
] as const

const adminLink = [paths.admin, Gauge, m.page_admin] as const

/** The account's address, what belongs to the person, and the button that signs out. */
export function AccountPopover({ anchor, email, onClose }: AccountPopoverProps) {
  const services = useServices()
  const signOut = useSignOut()
  const { data: access } = useQuery({
    queryKey: ['admin-access', email],
    queryFn: () => fetchJson(services, adminAccess, '/admin/access'),
  })
  useBack(true, onClose, 'menu')
  const shown = access?.isAdministrator ? [...links, adminLink] : links
  const openShortcuts = () => {
    onClose()
    drawer.open('shortcuts')
  }
  return (
    <Popover anchor={anchor} label={m.header_account({ name: email })} onClose={onClose} className="w-64">
      <p className="truncate px-3 py-2 text-sm text-ink-soft">{email}</p>
      {shown.map(([href, Icon, label]) => (
        <Link key={href} replace href={href} onClick={onClose} className={ROW_CLASS}>
          <Icon aria-hidden className="size-4.5 shrink-0" />
          {label()}
        </Link>
      ))}
      <button type="button" onClick={openShortcuts} className={`${ROW_CLASS} touch:hidden`}>
        <Keyboard aria-hidden className="size-4.5" />
        {m.shortcuts_title()}
      </button>
      <button type="button" onClick={() => void signOut()} className={ROW_CLASS}>
        <LogOut aria-hidden className="size-4.5" />
        {m.header_sign_out()}
      </button>
    </Popover>
  )
}
