import { prefetchEntry } from './app/prefetch.ts'
import { registerFavoriteMutation } from './entities/list/favorites.ts'
import { afterFirstPaint } from './lib/view/after-first-paint.ts'
import { forgetFormerAccounts } from './lib/storage/forget-device.ts'
import { restoreQueries } from './lib/storage/query-persistence.ts'
import { registerServiceWorker } from './lib/device/service-worker.ts'
import { createServices } from './lib/services.tsx'
import { createSettingsStore } from './lib/storage/settings-store.tsx'
import './styles/app.css'

// The first file: small, so that what the screen shows is asked for while everything that draws it is still on its way
// (`before-paint.ts` fetches that at the same moment).

// Zod reads this before its first parse: the content security policy forbids parsers compiled by `new Function`, and even
// the attempt is reported. Zod itself comes with later screens only.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })

void open()

// No `await` at the top of this file: the files of the app import it, and would wait for its end.
async function open(): Promise<void> {
  const services = createServices()
  const settings = createSettingsStore()
  forgetFormerAccounts(services, settings)
  registerServiceWorker()
  // Before the copy is read: what waits in it to be sent has to know how.
  registerFavoriteMutation(services)
  await restoreQueries(services)
  // What cannot be asked now, the screen asks itself.
  void prefetchEntry(services, settings.get()).catch(() => {})
  // The page paints its header first, instead of after a long task.
  await afterFirstPaint()
  const { start } = await import('./app/start.tsx')
  await start(services, settings)
}
