import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { compareSelection, useCompareSelection } from './api.ts'
import { CompareSheet } from './compare-sheet.tsx'

/** The bar 'N selected' at the bottom, and the sheet that it opens. */
export function CompareBar({ near }: { near: Point | null }) {
  const selection = useCompareSelection()
  const [open, setOpen] = useState(false)
  if (selection.length === 0) return null
  return (
    <section
      aria-label={m.compare_bar()}
      className="fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-lg animate-rise items-center justify-between gap-2 rounded-2xl bg-ink py-2 pr-2 pl-5 text-paper shadow-pop md:bottom-6"
    >
      <p aria-live="polite" className="tabular font-semibold">
        {m.compare_selected({ n: selection.length })}
      </p>
      <div className="flex gap-1">
        <button
          type="button"
          onClick={compareSelection.clear}
          className="min-h-11 rounded-xl px-3 text-sm font-semibold underline underline-offset-2"
        >
          {m.compare_clear()}
        </button>
        <Button variant="tonal" disabled={selection.length < 2} onClick={() => setOpen(true)}>
          {m.compare_open()}
        </Button>
      </div>
      {open ? <CompareSheet videos={selection} near={near} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
