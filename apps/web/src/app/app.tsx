import { m } from '@antojo/i18n/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect } from 'react'
import { ServicesProvider, type Services, useServices, useSession } from '../lib/services.tsx'
import {
  SettingsProvider,
  useSettings,
  type SettingsStore,
  useSettingsStore,
} from '../lib/storage/settings-store.tsx'
import { useToasts } from '../lib/view/toasts.ts'
import { Routes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { lateComponent, NotLoaded } from '../lib/view/lazy-component.tsx'
import { useAsked } from '../ui/overlay/confirm.ts'

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
        <NotLoaded />
      </main>
    )
  }
}

const ConfirmDialog = lateComponent(() => import('../ui/overlay/confirm-dialog.tsx'), 'ConfirmDialog')

/** Renders the dialog of `confirm`; the app has one. */
function ConfirmHost() {
  const question = useAsked()
  return question ? <ConfirmDialog question={question} /> : null
}

/** Keeps the settings in step with the server while a person is signed in. */
function useSettingsSync(): void {
  const { rest } = useServices()
  const store = useSettingsStore()
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId === undefined) return undefined
    // The code loads later, so that it does not delay the screen.
    const atStart = store.get()
    let left = false
    let end = () => {}
    const start = async () => {
      const { startSettingsSync } = await import('../lib/storage/settings-sync.ts')
      if (!left) end = startSettingsSync(rest, store, userId, atStart)
    }
    start().catch(() => {})
    return () => {
      left = true
      end()
    }
  }, [rest, store, userId])
}
