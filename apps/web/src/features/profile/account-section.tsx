import { m } from '@antojo/i18n/messages'
import { Download, KeyRound, LogOut, Mail, ShieldCheck, Trash2 } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useServices } from '../../lib/services.tsx'
import { retrying } from '../../lib/view/retrying.ts'
import { toast } from '../../lib/view/toasts.ts'
import { alertDialog, confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { NewPasswordForm } from '../auth/new-password-form.tsx'
import { offerToEndFeeds } from '../exports/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { downloadAccount } from './account-api.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ChangeEmail } from './change-email.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const TwoStep = lazyComponent(
  () => import('./two-step.tsx'),
  (code) => code.TwoStep,
)

/** Settings of the account: email, password, two-step verification, sessions, data, and deletion. */
export function AccountSection() {
  const services = useServices()
  const open = useDrawer()
  const download = async () => {
    try {
      await downloadAccount(services)
    } catch (error) {
      toast.error(m.account_failed({ reason: errorMessage(error) }), retrying(download))
    }
  }
  return (
    <section className="grid max-w-2xl gap-3">
      <h2 className="sr-only">{m.account_title()}</h2>
      <ul className="overflow-hidden rounded-3xl bg-surface shadow-card">
        <Row icon={<Mail />} label={m.account_change_email()} onClick={() => drawer.open('email')} />
        <Row
          icon={<KeyRound />}
          label={m.account_change_password()}
          onClick={() => drawer.open('password')}
        />
        <Row icon={<ShieldCheck />} label={m.mfa_title()} onClick={() => drawer.open('two-step')} />
        <Row icon={<Download />} label={m.account_export()} onClick={() => void download()} />
        <Row icon={<LogOut />} label={m.account_sign_out_all()} onClick={() => void signOutAll(services)} />
        <Row
          icon={<Trash2 />}
          label={m.account_delete()}
          danger
          onClick={() => drawer.open('delete-account')}
        />
      </ul>
      <Suspense fallback={null}>
        {open === 'email' ? <ChangeEmail onClose={drawer.close} /> : null}
        {open === 'password' ? (
          <Dialog title={m.account_change_password()} shape="sheet" onClose={drawer.close}>
            <NewPasswordForm onDone={drawer.close} />
          </Dialog>
        ) : null}
        {open === 'two-step' ? <TwoStep onClose={drawer.close} /> : null}
        {open === 'delete-account' ? <DeleteAccount onClose={drawer.close} /> : null}
      </Suspense>
    </section>
  )
}

async function signOutAll(services: ReturnType<typeof useServices>): Promise<void> {
  const agree = m.account_sign_out_all()
  if (!(await confirm({ title: agree, text: m.account_sign_out_all_text(), agree }))) return
  await offerToEndFeeds(services)
  try {
    const { error } = await (await services.session.client()).signOut({ scope: 'global' })
    if (error) throw error
  } catch {
    await alertDialog(m.sign_out_failed())
  }
}

interface RowProps {
  readonly icon: ReactNode
  readonly label: string
  readonly danger?: boolean
  readonly onClick: () => void
}

function Row({ icon, label, danger, onClick }: RowProps) {
  return (
    <li className="border-t border-line first:border-0">
      <button
        type="button"
        onClick={onClick}
        className={`flex min-h-13 w-full items-center gap-3.5 px-5 text-left font-semibold hover:bg-sunk focus-visible:-outline-offset-3 [&_svg]:size-5 ${danger ? 'text-chile-text' : ''}`}
      >
        <span aria-hidden>{icon}</span>
        {label}
      </button>
    </li>
  )
}
