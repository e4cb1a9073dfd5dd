import { Suspense, useState, type ReactNode } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { PageSkeleton, VisitContext, type Visit } from '../components/page.tsx'
import { useIsEntering } from '../lib/navigation/entering.ts'
import { SCREEN_NAMES, SCREENS, type Entry, type ScreenName } from '../lib/navigation/screens.ts'
import { useSession } from '../lib/services.tsx'
import { lateComponent, lazyComponent } from '../lib/view/lazy-component.tsx'
import type { RareName } from './rare-page.tsx'

const HomePage = lazyComponent(() => import('../features/home/home-page.tsx'), 'HomePage')
const SignInScreen = lazyComponent(() => import('../features/auth/sign-in-screen.tsx'), 'SignInScreen')
const ListsPage = lazyComponent(() => import('../features/lists/lists-page.tsx'), 'ListsPage')
const SharedListPage = lazyComponent(() => import('../features/lists/shared-list-page.tsx'), 'SharedListPage')
const ProfilePage = lazyComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage')
const FinderPage = lazyComponent(() => import('../features/finder/finder-page.tsx'), 'FinderPage')
const Entered = lateComponent(() => import('../lib/navigation/entered.ts'), 'Entered')
const RarePage = lazyComponent(() => import('./rare-page.tsx'), 'RarePage')

interface Parameters {
  readonly listId?: string
  readonly token?: string
}

const rare = (name: RareName) => (parameters: Parameters) => <RarePage name={name} {...parameters} />

const pages: Readonly<Record<ScreenName, (parameters: Parameters) => ReactNode>> = {
  home: () => <HomePage mode="home" />,
  map: () => <HomePage mode="map" />,
  lists: () => <ListsPage />,
  list: ({ listId }) => <SharedListPage listId={listId ?? null} />,
  invite: rare('invite'),
  join: rare('join'),
  recover: rare('recover'),
  profile: () => <ProfilePage />,
  settings: rare('settings'),
  find: () => <FinderPage />,
  imports: rare('imports'),
  admin: rare('admin'),
}

const entries: Readonly<Record<Entry, { readonly load: () => Promise<unknown> }>> = {
  home: HomePage,
  'sign-in': SignInScreen,
  find: FinderPage,
  list: SharedListPage,
}

/** Fetches the code of an entry. When that fails, the screen itself shows the failure. */
export async function loadEntry(entry: Entry | null): Promise<void> {
  if (entry) await entries[entry].load().catch(() => {})
}

/** The screen at the address. */
export function Routes() {
  const isEntering = useIsEntering()
  const isEntered = useSession() !== null && isEntering
  return (
    <VisitContext value={useVisit()}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {SCREEN_NAMES.map((name) => (
            <Route key={name} path={SCREENS[name].path}>
              {(parameters: Parameters) => <ScreenNamed name={name} {...parameters} />}
            </Route>
          ))}
          <Route>
            <RarePage name="not-found" />
          </Route>
        </Switch>
        {isEntered ? <Entered /> : null}
      </Suspense>
    </VisitContext>
  )
}

function ScreenNamed({ name, ...parameters }: Parameters & { readonly name: ScreenName }) {
  const session = useSession()
  const asksToEnter = useIsEntering() || SCREENS[name].needsSession
  // The join page itself shows the sign-in screen, with the invitation from its URL.
  if (session || !asksToEnter || name === 'join') return pages[name](parameters)
  return <SignInScreen invitation={parameters.token ?? null} />
}

/** A new visit begins when the URL or the account changes. */
function useVisit(): Visit {
  const [path] = useLocation()
  const key = `${path} ${useSession()?.user.id ?? ''}`
  const [visit, setVisit] = useState({ key, isFirst: true })
  if (visit.key !== key) setVisit({ key, isFirst: false })
  return visit
}
