import { prefetchEntry } from './app/prefetch.ts'
import { registerFavoriteMutation } from './entities/list/favorites.ts'
import { afterFirstPaint } from './lib/view/after-first-paint.ts'
import { forgetFormerAccounts } from './lib/storage/forget-device.ts'
import { restoreQueries } from './lib/storage/query-persistence.ts'
import { registerServiceWorker } from './lib/device/service-worker.ts'
import { createServices } from './lib/services.tsx'
import { createSettingsStore } from './lib/storage/settings-store.tsx'
import './styles/app.css'

// The first file of the app. It is small, so that it can request the screen's data while the code that draws the screen is
// still loading (`before-paint.ts` starts that at the same moment).

// Zod reads this before its first parse. The content security policy forbids compiling parsers with `new Function`, and the
// browser reports even the attempt. Zod itself loads with later screens.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })

void open()

// A function instead of top-level `await`: other files import this one and would wait for its end.
async function open(): Promise<void> {
  const services = createServices()
  const settings = createSettingsStore()
  forgetFormerAccounts(services, settings)
  registerServiceWorker()
  // Registered before the copy is read, because the copy may hold favourites that are still to be sent.
  registerFavoriteMutation(services)
  await restoreQueries(services)
  // After a failure the screen makes the same requests.
  void prefetchEntry(services, settings.get()).catch(() => {})
  // The browser paints the page's header first, not after a long task.
  await afterFirstPaint()
  const { start } = await import('./app/start.tsx')
  await start(services, settings)
}
