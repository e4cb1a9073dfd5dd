import type { Settings } from '@antojo/domain/settings'

export interface SectionProps {
  readonly settings: Settings
  readonly update: (change: Partial<Settings>) => void
}
