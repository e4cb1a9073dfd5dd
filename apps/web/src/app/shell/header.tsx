import { ChevronDown, ScanSearch, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { Avatar } from '../../components/avatar.tsx'
import { BrandMark } from '../../components/brand.tsx'
import { useOwnFace } from '../../features/profile/api.ts'
import { cx } from '../../lib/view/cx.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isInSection, sections } from './sections.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const AccountPopover = lateComponent(() =>
  import('./account-popover.tsx').then((code) => code.AccountPopover),
)

/** Title, sections on wide screens, settings, account. */
export function Header() {
  const [path] = useLocation()
  return (
    <header className="z-30 bg-paper md:sticky md:top-0 md:border-b md:border-line">
      <div className="mx-auto flex h-14 max-w-screen-2xl items-center gap-2 px-4 md:h-16 md:px-6">
        <Link href={paths.home} className="flex items-center gap-2 rounded-xl">
          <BrandMark className="size-8 md:size-9" />
          <span className="font-display text-xl font-bold tracking-tight max-[22rem]:sr-only md:text-2xl">
            {m.brand()}
          </span>
        </Link>
        <nav aria-label={m.nav_label()} className="ml-6 hidden gap-1 md:flex">
          {sections().map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              aria-current={isInSection(href, path) ? 'page' : undefined}
              className={cx(
                'inline-flex items-center rounded-full px-4 text-sm font-semibold',
                isInSection(href, path) ? 'bg-ink text-paper' : 'text-ink hover:bg-sunk',
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <IconButton label={m.header_settings()} onClick={() => drawer.open('settings')}>
            <Settings aria-hidden />
          </IconButton>
          <Account />
        </div>
      </div>
    </header>
  )
}

function Account() {
  const session = useSession()
  if (!session) {
    return (
      <>
        <Link href={paths.find} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
          <ScanSearch aria-hidden className="size-4.5" />
          <span className="max-sm:sr-only">{m.page_find()}</span>
        </Link>
        <span className="px-2 text-sm text-ink-soft max-sm:sr-only">{m.header_guest()}</span>
        <Button size="sm" onClick={() => askToEnter('open')}>
          {m.header_sign_in()}
        </Button>
      </>
    )
  }
  return <AccountMenu {...session.user} />
}

function AccountMenu({ id, email }: { id: string; email: string }) {
  const { name, picture } = useOwnFace(id)
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={m.header_account({ email })}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-2 rounded-full pl-1 text-sm font-semibold hover:bg-sunk md:pr-2"
      >
        <Avatar name={name ?? email} picture={picture} />
        <span className="hidden max-w-52 truncate lg:inline">{email}</span>
        <ChevronDown aria-hidden className="hidden size-4 text-ink-soft md:inline" />
      </button>
      {open ? <AccountPopover anchor={anchor} email={email} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
