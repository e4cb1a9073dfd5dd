import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './lib/services.tsx'
import { createSettingsStore } from './lib/settings-store.tsx'
import { keepOfflineCopy } from './lib/offline-copy.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import './styles/app.css'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

const root = createRoot(element)
const services = createServices()
registerServiceWorker()
await keepOfflineCopy(services)

root.render(
  <StrictMode>
    <App services={services} settings={createSettingsStore()} />
  </StrictMode>,
)
