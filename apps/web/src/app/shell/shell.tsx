import { useState, type ReactNode, useRef } from 'react'
import { useLocation, Link } from 'wouter'
import { m } from '@antojo/i18n/messages'
import {
  Link2,
  ChevronDown,
  ScanSearch,
  Settings,
  Compass,
  Map as MapIcon,
  NotebookText,
  UserRound,
} from 'lucide-react'
import { useImportItems } from '../../features/import/api.ts'
import { isOnboarded } from '../../features/onboarding/api.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useIsEntering, askToEnter } from '../../lib/navigation/entering.ts'
import { entryAt } from '../../lib/navigation/screens.ts'
import { useOnline } from '../../lib/device/online.ts'
import { useSession } from '../../lib/services.tsx'
import { useDrawer, drawer } from '../../lib/view/drawer.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { cx } from '../../lib/view/cx.ts'
import { Avatar } from '../../components/avatar.tsx'
import { BrandMark } from '../../components/brand.tsx'
import { useOwnFace } from '../../features/profile/api.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'

const ShellDrawer = lateComponent(() => import('./shell-drawer.tsx'), 'ShellDrawer')
const ImportHost = lateComponent(() => import('../../features/import/import-host.tsx'), 'ImportHost')
const Onboarding = lateComponent(() => import('../../features/onboarding/onboarding.tsx'), 'Onboarding')

/** Header, content, tab bar, and the drawers that can open over any screen. */
export function Shell({ children }: { children: ReactNode }) {
  const open = useDrawer()
  const session = useSession()
  const [path] = useLocation()
  const importing = useImportItems(session?.user.id).length > 0
  const [onboarded, setOnboarded] = useState(isOnboarded)
  const isEntering = useIsEntering()
  const signIn = session === null && (isEntering || entryAt(path, false) === 'sign-in')
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xl bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {m.skip_to_content()}
      </a>
      {signIn ? null : <Header />}
      <OfflineNote />
      {children}
      {signIn ? null : <TabBar />}
      {open === 'settings' || open === 'diagnostics' || open === 'bulk-add' || open === 'shortcuts' ? (
        <ShellDrawer name={open} />
      ) : null}
      {importing ? <ImportHost /> : null}
      {session && path === paths.home && !onboarded && open === null ? (
        <Onboarding onClose={() => setOnboarded(true)} />
      ) : null}
    </>
  )
}

/** Shown while the app is offline. The element is always in the page, because a screen reader announces only its changes. */
function OfflineNote() {
  const online = useOnline()
  return (
    <output
      className={
        online ? 'sr-only' : 'relative z-10 block bg-maiz-soft px-4 py-2 text-center text-sm font-medium'
      }
    >
      {online ? null : m.offline()}
    </output>
  )
}

/** The sections at the bottom of small screens, with the button that adds a link in the middle. */
function TabBar() {
  const [discover, map, ...others] = sections()
  return (
    <>
      <nav
        aria-label={m.nav_label()}
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <Tab {...discover} />
        <Tab {...map} />
        <span />
        {others.map((section) => (
          <Tab key={section.href} {...section} />
        ))}
      </nav>
      <PasteButton />
    </>
  )
}

function Tab({ href, label, Icon }: ReturnType<typeof sections>[number]) {
  const [path] = useLocation()
  const current = isInSection(href, path)
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex min-h-15 min-w-0 flex-col items-center justify-center gap-0.5 text-tab font-semibold',
        current ? 'text-chile-text' : 'text-ink-soft',
      )}
    >
      <span
        className={cx('grid h-7 w-14 max-w-full place-items-center rounded-full', current && 'bg-chile-soft')}
      >
        <Icon aria-hidden className="size-5.5" />
      </span>
      {label}
    </Link>
  )
}

/** Opens the sheet for a link, after going to the home screen if necessary. */
function PasteButton() {
  const session = useSession()
  const [path] = useLocation()
  const go = useNavigate()
  return (
    <button
      type="button"
      data-add-link
      onClick={() => {
        if (path !== paths.home && path !== paths.map) go(session ? paths.home : paths.map)
        drawer.open('paste')
      }}
      className="fixed bottom-[env(safe-area-inset-bottom)] left-1/2 z-30 grid w-1/5 -translate-x-1/2 justify-items-center gap-1 pb-1.5 text-tab font-semibold whitespace-nowrap text-chile-text active:scale-[0.98] md:hidden"
    >
      <span
        className={cx(
          'grid size-[min(3.5rem,17vw,11vh)] place-items-center rounded-full shadow-pop ring-4 ring-surface',
          // These screens have a main action of their own.
          /^\/(?:list|invite)/.test(path) ? 'border-2 border-chile bg-surface' : 'bg-chile text-chile-ink',
        )}
      >
        <Link2 aria-hidden className="size-6" />
      </span>
      {m.fab_paste()}
    </button>
  )
}

const AccountPopover = lateComponent(() => import('./account-popover.tsx'), 'AccountPopover')

/** Title, sections on wide screens, settings, account. */
function Header() {
  const [path] = useLocation()
  return (
    <header data-header className="z-30 bg-paper desk:sticky desk:top-0 md:border-b md:border-line">
      <div className="flex h-14 items-center gap-2 px-4 md:h-16 md:px-6">
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
          <span className="max-lg:sr-only">{m.page_find()}</span>
        </Link>
        <span className="px-2 text-sm text-ink-soft max-lg:sr-only">{m.header_guest()}</span>
        <Button size="sm" onClick={() => askToEnter('open')}>
          {m.header_sign_in()}
        </Button>
      </>
    )
  }
  return <AccountMenu {...session.user} />
}

function AccountMenu({ id, email }: { id: string; email: string }) {
  const face = useOwnFace(id)
  const name = face.name ?? email
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={m.header_account({ name })}
        onClick={() => setOpen(!open)}
        className="flex items-center gap-2 rounded-full pl-1 text-sm font-semibold hover:bg-sunk md:pr-2"
      >
        <Avatar name={name} picture={face.picture} />
        <span className="hidden max-w-52 truncate lg:inline">{name}</span>
        <ChevronDown aria-hidden className="hidden size-4 text-ink-soft md:inline" />
      </button>
      {open ? <AccountPopover anchor={anchor} email={email} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Whether a path belongs to a section: a list belongs to the lists, the settings to the profile. */
function isInSection(href: string, path: string): boolean {
  return (
    path === href ||
    (href === paths.lists && path.startsWith('/list/')) ||
    (href === paths.profile && path === paths.settings)
  )
}

/** The four sections of the app, in the order of the tab bar. */
function sections() {
  return [
    { href: paths.home, label: m.nav_discover(), Icon: Compass },
    { href: paths.map, label: m.nav_map(), Icon: MapIcon },
    { href: paths.lists, label: m.nav_lists(), Icon: NotebookText },
    { href: paths.profile, label: m.nav_profile(), Icon: UserRound },
  ] as const
}
