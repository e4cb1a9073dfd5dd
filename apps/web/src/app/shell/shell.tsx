import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { useImportItems } from '../../features/import/api.ts'
import { isOnboarded } from '../../features/onboarding/api.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useIsEntering } from '../../lib/navigation/entering.ts'
import { entryAt } from '../../lib/navigation/screens.ts'
import { useOnline } from '../../lib/device/online.ts'
import { useSession } from '../../lib/services.tsx'
import { useDrawer } from '../../lib/view/drawer.ts'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const ShellDrawer = lateComponent(() => import('./shell-drawer.tsx'), 'ShellDrawer')
const ImportHost = lateComponent(() => import('../../features/import/import-host.tsx'), 'ImportHost')
const Onboarding = lateComponent(() => import('../../features/onboarding/onboarding.tsx'), 'Onboarding')

/** Header, content, tab bar, and the drawers that can open over any screen. */
export function Shell({ children }: { children: ReactNode }) {
  const open = useDrawer()
  const session = useSession()
  const [path] = useLocation()
  const importing = useImportItems(session?.user.id).length > 0
  const [onboarded, setOnboarded] = useState(isOnboarded)
  const isEntering = useIsEntering()
  const signIn = session === null && (isEntering || entryAt(path, false) === 'sign-in')
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-xl bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {m.skip_to_content()}
      </a>
      {signIn ? null : <Header />}
      <OfflineNote />
      {children}
      {signIn ? null : <TabBar />}
      {open === 'settings' || open === 'diagnostics' || open === 'bulk-add' ? (
        <ShellDrawer name={open} />
      ) : null}
      {importing ? <ImportHost /> : null}
      {session && path === paths.home && !onboarded && open === null ? (
        <Onboarding onClose={() => setOnboarded(true)} />
      ) : null}
    </>
  )
}

/** Shown while the app is offline. The element is always in the page, because a screen reader announces only its changes. */
function OfflineNote() {
  const online = useOnline()
  return (
    <output
      className={
        online ? 'sr-only' : 'relative z-10 block bg-maiz-soft px-4 py-2 text-center text-sm font-medium'
      }
    >
      {online ? null : m.offline()}
    </output>
  )
}
