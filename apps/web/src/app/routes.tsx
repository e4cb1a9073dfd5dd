import { Suspense, type ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { PageSkeleton } from '../components/page.tsx'
import type { EntryScreen } from '../lib/navigation/entry-route.ts'
import { paths } from '../lib/navigation/navigation.ts'
import { screen } from '../lib/navigation/screen.tsx'
import { useSession } from '../lib/services.tsx'

const HomePage = screen(async () => (await import('../features/home/home-page.tsx')).HomePage)
const SignInScreen = screen(async () => (await import('../features/auth/sign-in-screen.tsx')).SignInScreen)
const ListsPage = screen(async () => (await import('../features/lists/lists-page.tsx')).ListsPage)
const SharedListPage = screen(
  async () => (await import('../features/lists/shared-list-page.tsx')).SharedListPage,
)
const InvitePage = screen(async () => (await import('../features/lists/invite-page.tsx')).InvitePage)
const JoinPage = screen(async () => (await import('../features/auth/join-page.tsx')).JoinPage)
const RecoverPage = screen(async () => (await import('../features/auth/recover-page.tsx')).RecoverPage)
const ProfilePage = screen(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage)
const FinderPage = screen(async () => (await import('../features/finder/finder-page.tsx')).FinderPage)
const AdminPage = screen(async () => (await import('../features/admin/admin-page.tsx')).AdminPage)
const NotFoundPage = screen(async () => (await import('./not-found-page.tsx')).NotFoundPage)

const first = { home: HomePage, 'sign-in': SignInScreen, find: FinderPage, list: SharedListPage } as const

/** Fetches the code of a screen; without it the screen says itself that it could not be loaded. */
export async function loadScreen(name: EntryScreen | null): Promise<void> {
  if (name) await first[name].load().catch(() => {})
}

/** The routes of spec §2. Home, lists, profile and admin need a session; the map, the finder and shared lists do not. */
export function Routes() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        <Route path={paths.home}>
          <SignedIn>
            <HomePage mode="home" />
          </SignedIn>
        </Route>
        <Route path={paths.map}>
          <HomePage mode="map" />
        </Route>
        <Route path={paths.lists}>
          <SignedIn>
            <ListsPage />
          </SignedIn>
        </Route>
        <Route path="/list/:listId?">{({ listId }) => <SharedListPage listId={listId ?? null} />}</Route>
        <Route path="/invite/:token">
          {({ token }) => (
            <SignedIn invitation={token ?? ''}>
              <InvitePage token={token} />
            </SignedIn>
          )}
        </Route>
        <Route path={paths.join}>
          <JoinPage />
        </Route>
        <Route path={paths.recover}>
          <RecoverPage />
        </Route>
        <Route path={paths.profile}>
          <SignedIn>
            <ProfilePage />
          </SignedIn>
        </Route>
        <Route path={paths.find}>
          <FinderPage />
        </Route>
        <Route path={paths.admin}>
          <SignedIn>
            <AdminPage />
          </SignedIn>
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** The sign-in screen stands in the place of the screen that needs a session. */
function SignedIn({ children, invitation }: { children: ReactNode; invitation?: string }) {
  return useSession() ? children : <SignInScreen invitation={invitation ?? null} />
}
