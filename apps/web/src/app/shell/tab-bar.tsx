import { Link2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { cx } from '../../lib/view/cx.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { isInSection, sections } from './sections.tsx'

/** The sections at the bottom of small screens, with the button that adds a link in the middle. */
export function TabBar() {
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
      onClick={() => {
        if (path !== paths.home && path !== paths.map) go(session ? paths.home : paths.map)
        drawer.open('paste')
      }}
      className="fixed bottom-[env(safe-area-inset-bottom)] left-1/2 z-30 grid w-1/5 -translate-x-1/2 justify-items-center gap-1 pb-1.5 text-tab font-semibold whitespace-nowrap text-chile-text active:scale-[0.98] md:hidden"
    >
      <span
        className={cx(
          'grid size-14 place-items-center rounded-full shadow-pop ring-4 ring-surface',
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
