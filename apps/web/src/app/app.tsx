import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSettingsSync } from '../lib/storage/use-settings-sync.ts'
import { ServicesProvider, type Services } from '../lib/services.tsx'
import { SettingsProvider, useSettings, type SettingsStore } from '../lib/storage/settings-store.tsx'
import { ConfirmHost } from '../ui/overlay/confirm.tsx'
import { useToasts } from '../lib/view/toasts.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Routes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { lazyComponent } from '../lib/view/lazy-component.tsx'

const Toaster = lazyComponent(
  () => import('../ui/overlay/toaster.tsx'),
  (code) => code.Toaster,
)

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

/** Everything that shows text stands below this component, which renders again when the language changes. */
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

/** The notices; their code comes with the first one. */
function Notices() {
  const some = useToasts().length > 0
  return <Suspense fallback={null}>{some ? <Toaster /> : null}</Suspense>
}
