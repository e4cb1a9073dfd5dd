import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A section that opens below its heading, and then comes into view: the last one would open below the edge. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details
      className="group border-t border-line"
      onToggle={({ currentTarget: fold }) => {
        if (fold.open) fold.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary className="flex min-h-13 list-none items-center justify-between text-lg">
        <h3>{title}</h3>
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-1 pb-5">{children}</div>
    </details>
  )
}
