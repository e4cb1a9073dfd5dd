import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { entryAt } from '../lib/navigation/screens.ts'
import type { Services } from '../lib/services.tsx'
import type { SettingsStore } from '../lib/storage/settings-store.tsx'
import { afterFirstPaint } from '../lib/view/after-first-paint.ts'
import { App } from './app.tsx'
import { loadEntry } from './routes.tsx'

/** Draws the app after the code of its first screen has loaded, so that no placeholder appears in between. */
export async function start(services: Services, settings: SettingsStore): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  const root = createRoot(element)
  await loadEntry(entryAt(location.pathname, services.session.current() !== null))
  // A transition renders in small pieces, so that a press meanwhile need not wait for the whole screen.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App services={services} settings={settings} />
      </StrictMode>,
    ),
  )
  await afterFirstPaint()
  const { bindShortcuts } = await import('./shell/shortcuts.ts')
  bindShortcuts()
}
