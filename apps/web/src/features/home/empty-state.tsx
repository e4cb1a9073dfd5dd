import { m } from '@antojo/i18n/messages'
import { ClipboardList, FileUp, Link2, LocateFixed } from 'lucide-react'
import { Link } from 'wouter'
import { cx } from '../../lib/view/cx.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Awning } from '../../components/brand.tsx'

interface EmptyStateProps {
  readonly onPaste: () => void
  readonly onImport: () => void
}

/** Shown for an empty collection, with three ways to add a video, and below them the way to bring what is saved elsewhere. */
export function EmptyState({ onPaste, onImport }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-3">
      <section className="overflow-hidden rounded-3xl bg-surface text-center shadow-card">
        <Awning className="h-6 [--stripe:2rem]" />
        <div className="grid grid-cols-1 justify-items-center gap-4 px-3.5 pt-6 pb-9 sm:px-6 sm:pt-8">
          <EmptyPlate />
          <h2 className="text-3xl">{m.empty_title()}</h2>
          <p className="max-w-prose text-lg text-ink-soft">{m.empty_text()}</p>
          <div className="mt-2 flex w-full flex-col gap-2.5 sm:w-auto sm:flex-row sm:flex-wrap sm:justify-center">
            <Button
              variant="primary"
              size="lg"
              icon={<Link2 aria-hidden className="size-5" />}
              onClick={onPaste}
            >
              {m.empty_paste()}
            </Button>
            <Link href={paths.find} className={buttonClass({ size: 'lg' })}>
              <LocateFixed aria-hidden className="size-5" />
              {m.empty_nearby()}
            </Link>
            <Button
              size="lg"
              icon={<ClipboardList aria-hidden className="size-5" />}
              onClick={onImport}
              className="px-3 sm:px-6"
            >
              {m.empty_import()}
            </Button>
          </div>
          <p className="max-w-prose text-sm text-ink-soft">{m.empty_tip()}</p>
        </div>
      </section>
      <Link href={paths.imports} className={cx(buttonClass({ variant: 'quiet' }), 'whitespace-normal!')}>
        <FileUp aria-hidden className="size-5" />
        {m.imports_open()}
      </Link>
    </div>
  )
}

/** A drawing of an empty plate. */
function EmptyPlate() {
  return (
    <svg aria-hidden viewBox="0 0 160 92" className="hidden w-40 sm:block">
      <ellipse cx="80" cy="62" rx="76" ry="26" className="fill-maiz-soft" />
      <ellipse cx="80" cy="58" rx="76" ry="26" className="fill-surface stroke-talavera" strokeWidth="3" />
      <ellipse
        cx="80"
        cy="57"
        rx="50"
        ry="15"
        className="fill-sunk stroke-talavera"
        strokeWidth="1.5"
        strokeDasharray="3 5"
      />
      <path
        d="M62 22c-5-6 5-9 0-16M80 20c-5-6 5-9 0-16M98 22c-5-6 5-9 0-16"
        className="fill-none stroke-line-strong"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
