import { Link, useLocation } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { cx } from '../../lib/cx.ts'
import { sections } from './sections.tsx'

/** The sections within a thumb's reach, on small screens. */
export function TabBar() {
  const [path] = useLocation()
  return (
    <nav
      aria-label={m.nav_label()}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {sections().map(({ href, label, Icon }) => {
        const current = path === href
        return (
          <Link
            key={href}
            href={href}
            aria-current={current ? 'page' : undefined}
            className={cx(
              'flex min-h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold',
              current ? 'text-chile-text' : 'text-ink-soft',
            )}
          >
            <span className={cx('grid h-7 w-14 place-items-center rounded-full', current && 'bg-chile-soft')}>
              <Icon aria-hidden className="size-5.5" />
            </span>
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
