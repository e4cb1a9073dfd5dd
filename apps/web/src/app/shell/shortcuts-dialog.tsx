import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { STORAGE_KEYS, writeStored } from '../../lib/storage/stored.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { isOff, SHORTCUTS } from './shortcuts.ts'

/** The sheet that lists the shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(!isOff())
  const turn = (on: boolean) => {
    writeStored(STORAGE_KEYS.noShortcuts, on ? null : '1')
    setOn(on)
  }
  return (
    <Dialog title={m.shortcuts_title()} shape="sheet" onClose={onClose}>
      <Switch label={m.shortcuts_on()} checked={isOn} onChange={turn} />
      <dl className="mt-2 divide-y divide-line [&>*]:py-2">
        {SHORTCUTS.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-3">
            <dt>{label()}</dt>
            <dd className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-lg border border-line-strong bg-surface px-2 py-0.5 text-center font-sans text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
