import { m } from '@antojo/i18n/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { useSettingsSync } from '../lib/storage/use-settings-sync.ts'
import { ServicesProvider, type Services } from '../lib/services.tsx'
import { SettingsProvider, useSettings, type SettingsStore } from '../lib/storage/settings-store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmHost } from '../ui/overlay/confirm-host.tsx'
import { useToasts } from '../lib/view/toasts.ts'
import { Routes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { lateComponent } from '../lib/view/lazy-component.tsx'

const Toaster = lateComponent(() => import('../ui/overlay/toaster.tsx'), 'Toaster')

export function App({ services, settings }: { services: Services; settings: SettingsStore }) {
  return (
    <ServicesProvider services={services}>
      <QueryClientProvider client={services.queries}>
        <SettingsProvider store={settings}>
          <Localized />
        </SettingsProvider>
      </QueryClientProvider>
    </ServicesProvider>
  )
}

/** Renders again when the language changes. Every component that shows text is below it. */
function Localized() {
  useSettings()
  useSettingsSync()
  return (
    <CrashScreen>
      <Shell>
        <Routes />
      </Shell>
      <ConfirmHost />
      <Notices />
    </CrashScreen>
  )
}

/** The notices; their code loads with the first one. */
function Notices() {
  return useToasts().length > 0 ? <Toaster /> : null
}

/** Replaces a screen that failed to render with an apology and a button that reloads the page. */
class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6 text-center">
        <h1 className="text-3xl">{m.crash_title()}</h1>
        <p className="text-ink-soft">{m.crash_text()}</p>
        <Button variant="primary" className="justify-self-center" onClick={() => location.reload()}>
          {m.crash_reload()}
        </Button>
      </main>
    )
  }
}
