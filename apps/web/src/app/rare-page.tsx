import { lazyComponent } from '../lib/view/lazy-component.tsx'

const InvitePage = lazyComponent(() => import('../features/lists/invite-page.tsx'), 'InvitePage')
const JoinPage = lazyComponent(() => import('../features/auth/join-page.tsx'), 'JoinPage')
const RecoverPage = lazyComponent(() => import('../features/auth/recover-page.tsx'), 'RecoverPage')
const SettingsPage = lazyComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage')
const AdminPage = lazyComponent(() => import('../features/admin/admin-page.tsx'), 'AdminPage')
const ImportFilesPage = lazyComponent(
  () => import('../features/import-files/import-files-page.tsx'),
  'ImportFilesPage',
)

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

const pages = {
  join: JoinPage,
  recover: RecoverPage,
  imports: ImportFilesPage,
  settings: SettingsPage,
  admin: AdminPage,
  'not-found': NotFoundPage,
} as const
export type RareName = 'invite' | keyof typeof pages

/** The screens that people open now and then. The first file of the app names this one instead of each of them. */
export function RarePage({ name, token = '' }: { readonly name: RareName; readonly token?: string }) {
  if (name === 'invite') return <InvitePage token={token} />
  const Shown = pages[name]
  return <Shown />
}
