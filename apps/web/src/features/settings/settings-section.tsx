import type { ReactNode } from 'react'
import type { Settings } from '@antojo/domain/settings'

/** A heading and its preferences. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-5 first:border-0 first:pt-2">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}

export interface SectionProps {
  readonly settings: Settings
  readonly update: (change: Partial<Settings>) => void
}
