import { m } from '@antojo/i18n/messages'
import { Download, DoorOpen, KeyRound, LogOut, Mail, ShieldCheck, Trash2, UserPen } from 'lucide-react'
import { useSignOut } from '../../components/use-sign-out.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useServices } from '../../lib/services.tsx'
import { alertDialog, confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Row, RowLink, Rows } from '../../ui/row.tsx'
import { NewPasswordForm } from '../auth/new-password-form.tsx'
import { offerToEndFeeds } from '../exports/api.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ChangeEmail } from './change-email.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const TwoStep = lateComponent(() => import('./two-step.tsx'), 'TwoStep')

/** The account: profile, email, password, two-step verification, data, sessions, and deletion. */
export function AccountSection() {
  const services = useServices()
  const open = useDrawer()
  const signOut = useSignOut()
  const taking = useOverlayOf('export', 'all')
  return (
    <>
      <Rows>
        <RowLink icon={<UserPen />} label={m.profile_edit()} href={`${paths.profile}?panel=edit-profile`} />
        <Row icon={<Mail />} label={m.account_change_email()} onClick={() => drawer.open('email')} />
        <Row
          icon={<KeyRound />}
          label={m.account_change_password()}
          onClick={() => drawer.open('password')}
        />
        <Row icon={<ShieldCheck />} label={m.mfa_title()} onClick={() => drawer.open('two-step')} />
        <Row icon={<Download />} label={m.data_take()} text={m.data_take_text()} onClick={taking.open} />
        <Row icon={<LogOut />} label={m.header_sign_out()} onClick={() => void signOut()} />
        <Row icon={<DoorOpen />} label={m.account_sign_out_all()} onClick={() => void signOutAll(services)} />
        <Row
          icon={<Trash2 />}
          label={m.account_delete()}
          danger
          onClick={() => drawer.open('delete-account')}
        />
      </Rows>
      {open === 'email' ? <ChangeEmail onClose={drawer.close} /> : null}
      {open === 'password' ? (
        <Dialog title={m.account_change_password()} shape="sheet" onClose={drawer.close}>
          <NewPasswordForm onDone={drawer.close} />
        </Dialog>
      ) : null}
      {open === 'two-step' ? <TwoStep onClose={drawer.close} /> : null}
      {open === 'delete-account' ? <DeleteAccount onClose={drawer.close} /> : null}
    </>
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
