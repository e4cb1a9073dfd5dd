import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { keepFavorites } from './features/videos/favorites.ts'
import { createServices } from './lib/services.tsx'
import { createSettingsStore } from './lib/settings-store.tsx'
import { keepOfflineCopy } from './lib/offline-copy.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import './styles/app.css'

// Zod reads this before its first parse: the content security policy forbids parsers compiled by `new Function`, and even
// the attempt is reported. Zod itself comes with later screens only.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true })

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

const root = createRoot(element)
const services = createServices()
registerServiceWorker()
// Before the copy is read: what waits in it to be sent has to know how.
keepFavorites(services)
await keepOfflineCopy(services)

root.render(
  <StrictMode>
    <App services={services} settings={createSettingsStore()} />
  </StrictMode>,
)
