import { lazyComponent } from '../lib/view/lazy-component.tsx'

const InvitePage = lazyComponent(() =>
  import('../features/lists/invite-page.tsx').then((code) => code.InvitePage),
)
const JoinPage = lazyComponent(() => import('../features/auth/join-page.tsx').then((code) => code.JoinPage))
const RecoverPage = lazyComponent(() =>
  import('../features/auth/recover-page.tsx').then((code) => code.RecoverPage),
)
const SettingsPage = lazyComponent(() =>
  import('../features/settings/settings-page.tsx').then((code) => code.SettingsPage),
)
const AdminPage = lazyComponent(() =>
  import('../features/admin/admin-page.tsx').then((code) => code.AdminPage),
)
const ImportFilesPage = lazyComponent(() =>
  import('../features/import-files/import-files-page.tsx').then((code) => code.ImportFilesPage),
)

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx').then((code) => code.NotFoundPage))

const pages = {
  join: JoinPage,
  recover: RecoverPage,
  imports: ImportFilesPage,
  settings: SettingsPage,
  admin: AdminPage,
  'not-found': NotFoundPage,
} as const
export type RareName = 'invite' | keyof typeof pages

interface RarePageProps {
  readonly name: RareName
  readonly token?: string
}

/** The screens that people open now and then. The first file of the app names this one instead of each of them. */
export function RarePage({ name, token = '' }: RarePageProps) {
  if (name === 'invite') return <InvitePage token={token} />
  const Shown = pages[name]
  return <Shown />
}
