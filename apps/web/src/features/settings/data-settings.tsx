import { DEFAULT_SETTINGS, exportSettings, importSettings, type Settings } from '@antojo/domain/settings'
import { m } from '@antojo/i18n/messages'
import { Eraser, FileDown, FileUp, RotateCcw } from 'lucide-react'
import { sayFileSaved } from '../exports/api.ts'
import { saveFile } from '../../lib/device/save-file.ts'
import { clearLocalCache } from '../../lib/storage/clear-cache.ts'
import { useSettingsStore } from '../../lib/storage/settings-store.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useFileChooser } from '../../ui/form/file-button.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Row } from '../../ui/row.tsx'

const UNDO_MS = 6000
const FILE_NAME = 'antojo-ajustes.json'

/** Rows that save the settings as a file and read them from one. */
export function SettingsFile() {
  const store = useSettingsStore()
  const replace = useReplacing()
  const importFile = async (chosen: File) => {
    const settings = importSettings(await chosen.text(), store.get())
    if (settings) replace(settings, m.settings_import_done())
    else toast.error(m.settings_import_failed())
  }
  const [choose, input] = useFileChooser({
    accept: 'application/json,.json',
    label: m.settings_import(),
    onFile: (file) => void importFile(file),
  })
  return (
    <>
      <Row
        icon={<FileDown />}
        label={m.settings_export()}
        text={m.settings_export_text()}
        onClick={() => {
          saveFile(FILE_NAME, new Blob([exportSettings(store.get())], { type: 'application/json' }))
          sayFileSaved(FILE_NAME, m.file_saved_settings())
        }}
      />
      <Row icon={<FileUp />} label={m.settings_import()} text={m.settings_import_text()} onClick={choose} />
      {input}
    </>
  )
}

/** Rows that forget what this device keeps. */
export function ResetSettings() {
  const replace = useReplacing()
  const reset = async () => {
    const question = { title: m.settings_reset_question(), text: m.settings_reset_text() }
    if (await confirm({ ...question, agree: m.settings_reset() }))
      replace(DEFAULT_SETTINGS, m.settings_reset_done())
  }
  return (
    <>
      <Row icon={<RotateCcw />} label={m.settings_reset()} onClick={() => void reset()} />
      <Row icon={<Eraser />} label={m.settings_clear()} danger onClick={() => void askAndClear()} />
    </>
  )
}

/** Replaces all settings, with a way back. */
function useReplacing() {
  const store = useSettingsStore()
  return (settings: Settings, done: string) => {
    const before = store.get()
    store.replace(settings)
    toast.success(done, {
      duration: UNDO_MS,
      action: { label: m.undo(), run: () => store.replace(before) },
    })
  }
}

async function askAndClear(): Promise<void> {
  const question = {
    title: m.settings_clear_question(),
    text: m.settings_clear_text(),
    agree: m.settings_clear(),
  }
  if (await confirm(question)) await clearLocalCache()
}
