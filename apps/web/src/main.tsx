import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './lib/services.tsx'
import { createSettingsStore } from './lib/settings-store.tsx'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App services={createServices()} settings={createSettingsStore()} />
  </StrictMode>,
)
