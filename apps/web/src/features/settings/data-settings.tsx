import { DEFAULT_SETTINGS, exportSettings, importSettings, type Settings } from '@antojo/domain/settings'
import { m } from '@antojo/i18n/messages'
import { FileDown, FileUp } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { saveFile } from '../../lib/device/save-file.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { useSession } from '../../lib/services.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { SettingsSection } from './settings-section.tsx'
import { clearLocalCache } from '../../lib/storage/clear-cache.ts'

const UNDO_MS = 6000
const FILE_NAME = 'antojo-ajustes.json'

const PlaceExport = lazyComponent(
  () => import('../exports/place-export.tsx'),
  (code) => code.PlaceExport,
)

export function DataSettings() {
  const store = useSettingsStore()
  const session = useSession()
  const exporting = useOverlayOf('export', 'all')

  const { reset, importFile } = useReplacing()
  return (
    <SettingsSection title={m.settings_data()}>
      <Link href={paths.imports} className="inline-flex min-h-11 items-center gap-2 font-semibold">
        <FileUp aria-hidden className="size-5" />
        {m.imports_open()}
      </Link>
      {session ? (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 font-semibold"
          onClick={exporting.open}
        >
          <FileDown aria-hidden className="size-5" />
          {m.places_export()}
        </button>
      ) : null}
      <Suspense fallback={null}>
        {exporting.isOpen ? <PlaceExport onClose={exporting.close} /> : null}
      </Suspense>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          onClick={() =>
            saveFile(FILE_NAME, new Blob([exportSettings(store.get())], { type: 'application/json' }))
          }
        >
          {m.settings_export()}
        </Button>
        <FileButton accept="application/json,.json" onFile={(file) => void importFile(file)}>
          {m.settings_import()}
        </FileButton>
        <Button onClick={() => void reset()}>{m.settings_reset()}</Button>
        <Button variant="danger" onClick={() => void askAndClear()}>
          {m.settings_clear()}
        </Button>
        <Button variant="quiet" className="sm:col-span-2" onClick={() => drawer.change('diagnostics')}>
          {m.settings_diagnostics()}
        </Button>
      </div>
    </SettingsSection>
  )
}

/** Replaces all settings or those of a file, with a way back. */
function useReplacing() {
  const store = useSettingsStore()
  const replace = (settings: Settings, done: string) => {
    const before = store.get()
    store.replace(settings)
    toast.success(done, {
      duration: UNDO_MS,
      action: { label: m.undo(), run: () => store.replace(before) },
    })
  }
  const reset = async () => {
    const question = { title: m.settings_reset_question(), text: m.settings_reset_text() }
    if (await confirm({ ...question, agree: m.settings_reset() }))
      replace(DEFAULT_SETTINGS, m.settings_reset_done())
  }
  const importFile = async (chosen: File) => {
    const settings = importSettings(await chosen.text(), store.get())
    if (settings) replace(settings, m.settings_import_done())
    else toast.error(m.settings_import_failed())
  }
  return { reset, importFile }
}

async function askAndClear(): Promise<void> {
  const question = {
    title: m.settings_clear_question(),
    text: m.settings_clear_text(),
    agree: m.settings_clear(),
  }
  if (await confirm(question)) await clearLocalCache()
}
