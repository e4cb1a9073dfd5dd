import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../lib/view/cx.ts'

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly tabs: readonly { readonly value: T; readonly label: string }[]
  /** The panel of the chosen tab. */
  readonly children: ReactNode
}

/** Tabs with arrow keys; only the selected one is a tab stop. */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) onChange(tab.value)
    row.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="grid gap-5">
      <div
        ref={row}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-1 overflow-x-auto rounded-2xl bg-sunk p-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cx(
              'min-h-11 grow rounded-xl px-2.5 text-sm sm:px-4 font-semibold whitespace-nowrap contrast:border',
              tab.value === value
                ? 'bg-surface text-ink shadow-sm contrast:border-line'
                : 'text-ink-soft hover:text-ink contrast:border-transparent',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
