import { m } from '@antojo/i18n/messages'
import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCompareSelection } from '../videos/compare-selection.ts'
import { warmUp } from '../add-video/api.ts'
import type { HomeSearch } from './use-home-search.ts'

const PasteSheet = lazy(async () => ({ default: (await import('./paste-sheet.tsx')).PasteSheet }))

export interface PasteButtonProps {
  readonly search: HomeSearch
  readonly adding: boolean
  readonly onAdd: (text: string) => void
  readonly onSearch: () => void
}

/** The floating button of small screens and its sheet; both within the thumb's reach. */
export function PasteButton(props: PasteButtonProps) {
  const [open, setOpen] = useState(false)
  // The compare bar stands in its place.
  if (useCompareSelection().length > 0) return null
  return (
    <>
      <button
        type="button"
        onClick={() => {
          warmUp()
          setOpen(true)
        }}
        className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 inline-flex min-h-14 items-center gap-2 rounded-full bg-chile px-5 font-bold text-chile-ink shadow-pop active:scale-[0.98] md:hidden"
      >
        <Link2 aria-hidden className="size-5" />
        {m.fab_paste()}
      </button>
      <Suspense fallback={null}>
        {open ? <PasteSheet {...props} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
