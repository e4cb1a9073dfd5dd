import { m } from '@antojo/i18n/messages'
import { ChevronRight, Download } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { cx } from '../../lib/view/cx.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Rows } from '../../ui/row.tsx'
import { FilterSettings, MapSettings, OrderSettings } from './content-settings.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { PrivacySettings } from './privacy-settings.tsx'
import { ResetSettings, SettingsFile } from './data-settings.tsx'
import { Fold } from './settings-section.tsx'

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
