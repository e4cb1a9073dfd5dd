import { m } from '@antojo/i18n/messages'
import { useSettings, useSettingsStore } from '../lib/storage/settings-store.tsx'

/** A button that switches to the other language, labelled in that language. */
export function LanguageSwitch() {
  const { language } = useSettings()
  const store = useSettingsStore()
  const other = language === 'es' ? 'en' : 'es'
  return (
    <button
      type="button"
      lang={other}
      className="inline-flex min-h-11 items-center rounded-xl px-3 text-sm font-semibold text-talavera-text underline hover:bg-sunk"
      onClick={() => store.update({ language: other })}
    >
      {m.language_other()}
    </button>
  )
}
