import { SETTINGS_STORAGE_KEY, type Settings } from '@antojo/domain/settings'
import { entryAt } from './lib/navigation/screens.ts'
import { STORAGE_KEYS } from './lib/storage/storage-keys.ts'
import { showLook } from './lib/view/theme.ts'

// Runs before the first paint, in the page itself: neither theme nor language flickers, and the code of the screen that
// the address opens is fetched beside the first file instead of after it has run.

const root = document.documentElement
const stored = storedSettings()
showLook(stored)
root.lang = stored.language === 'en' ? 'en' : 'es'

const entry = entryAt(location.pathname, localStorage.getItem(STORAGE_KEYS.session) !== null)
root.dataset['entry'] = entry ?? ''
for (const href of entry === null ? [] : (filesOfEntries()[entry] ?? [])) {
  const link = document.createElement('link')
  // After what the first paint waits for, and after the file that asks the server.
  document.head.append(Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href }))
}

function storedSettings(): Partial<Settings> {
  try {
    return { ...JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? '{}') }
  } catch {
    return {}
  }
}

/** What `preload-plugin.ts` wrote on this script's element. */
function filesOfEntries(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(document.currentScript?.dataset['preload'] ?? '{}')
}
