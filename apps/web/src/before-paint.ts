import { SETTINGS_STORAGE_KEY, type Settings } from '@antojo/domain/settings'
import { entryAt } from './lib/navigation/screens.ts'
import { STORAGE_KEYS } from './lib/storage/stored.ts'
import { showLook } from './lib/view/theme.ts'

// Runs inside the page before the first paint, so that theme and language do not flicker, and so that the code of the first
// screen loads in parallel with the first file instead of after it.

const root = document.documentElement
const stored = storedSettings()
showLook(stored)
root.lang = stored.language === 'en' ? 'en' : 'es'

const entry = entryAt(location.pathname, localStorage.getItem(STORAGE_KEYS.session) !== null)
root.dataset['entry'] = entry ?? ''
for (const href of entry === null ? [] : (filesOfEntries()[entry] ?? [])) {
  const link = document.createElement('link')
  // Low priority: the first paint and the file that sends the requests come first.
  document.head.append(Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href }))
}

function storedSettings(): Partial<Settings> {
  try {
    return { ...JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? '{}') }
  } catch {
    return {}
  }
}

/** Reads the attribute that `preload-plugin.ts` wrote on this script's element. */
function filesOfEntries(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(document.currentScript?.dataset['preload'] ?? '{}')
}
