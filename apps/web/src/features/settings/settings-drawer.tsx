import { m } from '@antojo/i18n/messages'
import { ChevronRight, Download, ChevronDown } from 'lucide-react'
import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { cx } from '../../lib/view/cx.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Rows } from '../../ui/row.tsx'
import {
  FilterSettings,
  MapSettings,
  OrderSettings,
  PrivacySettings,
  DisplaySettings,
} from './setting-groups.tsx'
import { ResetSettings, SettingsFile } from './data-settings.tsx'

/** 'Ajustes': the daily preferences, the others of spec §2 folded, and the way to the page with all. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={m.header_settings()} shape="side" onClose={onClose} footer={<Ways />}>
      <div className="grid gap-4 pb-4">
        <DisplaySettings />
        <OrderSettings />
      </div>
      <Fold title={m.settings_content()}>
        <FilterSettings />
      </Fold>
      <Fold title={m.settings_map()}>
        <MapSettings />
      </Fold>
      <Fold title={m.settings_privacy()}>
        <PrivacySettings />
      </Fold>
      <Fold title={m.settings_copy()}>
        <Rows>
          <SettingsFile />
          <ResetSettings />
        </Rows>
      </Fold>
    </Dialog>
  )
}

/** The ways out of the drawer. They take its place in the history, so that Back returns to the screen below it. */
function Ways() {
  const isGuest = useSession() === null
  return (
    <>
      {isGuest ? null : (
        <Link
          replace
          href={`${paths.settings}?section=data&export=all`}
          className={cx(buttonClass({ variant: 'tonal' }), 'w-full')}
        >
          <Download aria-hidden className="size-5" />
          {m.data_take()}
        </Link>
      )}
      <Link replace href={paths.settings} className={cx(buttonClass(), 'w-full')}>
        {m.settings_all()}
        <ChevronRight aria-hidden className="size-5" />
      </Link>
    </>
  )
}

/** A section that opens below its heading, and then comes into view: the last one would open below the edge. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
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
