import { m } from '@antojo/i18n/messages'
import {
  Download,
  DoorOpen,
  Fingerprint,
  KeyRound,
  LogOut,
  Mail,
  ShieldCheck,
  Trash2,
  UserPen,
} from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useSignOut } from '../../components/use-sign-out.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlayOf, overlay } from '../../lib/navigation/overlay.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { alertDialog, confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Row, RowLink, Rows } from '../../ui/row.tsx'
import { NewPasswordForm } from '../auth/new-password-form.tsx'
import { offerToEndFeeds } from '../exports/api.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { useForm, emailFault } from '../../lib/view/use-form.ts'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { errorMessage } from '../../lib/api/rest.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { deleteAccount } from './account-api.ts'
import { toast } from '../../lib/view/toasts.ts'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { profileKeys } from './api.ts'

const Passkeys = lateComponent(() => import('./passkeys.tsx'), 'Passkeys')
const TwoStep = lateComponent(() => import('./two-step.tsx'), 'TwoStep')

/** The account: profile, email, password, two-step verification, data, sessions, and deletion. */
export function AccountSection() {
  const services = useServices()
  const open = useDrawer()
  const signOut = useSignOut()
  const hasPasskeys = useBootConfig()?.passkeys === true && 'PublicKeyCredential' in window
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
        {hasPasskeys ? (
          <Row icon={<Fingerprint />} label={m.passkeys_title()} onClick={() => drawer.open('passkeys')} />
        ) : null}
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
      {open === 'passkeys' ? <Passkeys onClose={drawer.close} /> : null}
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

/** Deletes the account after the person typed its address and, if the session is old, proved their identity. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const email = useSession()?.user.email ?? ''
  const remove = async ({ typed }: { typed: string }) => {
    const deleteAfter = await deleteAccount(services, typed)
    // The next account that signs in here must not find this dialog open.
    await overlay.close('panel')
    // The sign-in screen, which follows, says so.
    sessionStorage.setItem(STORAGE_KEYS.left, deleteAfter ?? '')
    services.session.forget()
  }
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) =>
      typed.trim().toLowerCase() === email.toLowerCase() ? {} : { typed: m.account_delete_mismatch() },
    send: remove,
    messageOf: (error) => m.account_failed({ reason: errorMessage(error) }),
  })
  return (
    <Dialog title={m.account_delete()} shape="sheet" onClose={onClose}>
      {form.needsProof ? (
        <ProofForm onDone={form.submit} />
      ) : (
        <Form form={form}>
          <p>{m.account_delete_text()}</p>
          <TextField
            {...form.field('typed')}
            label={m.account_delete_confirm()}
            type="email"
            autoComplete="off"
          />
          <Submit variant="danger">{m.account_delete()}</Submit>
        </Form>
      )}
    </Dialog>
  )
}

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = { email_exists: 'email', user_already_exists: 'email' } as const

/** Changes the account's address. Where the server sends mail, the change applies after the link in the mail was opened. */
function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const queries = useQueryClient()
  const [isMailed, setMailed] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      const wanted = email.trim()
      const auth = await session.client()
      const options = { emailRedirectTo: `${location.origin}/profile` }
      const { data, error } = await auth.updateUser({ email: wanted }, options)
      if (error) return authRefusal(error, FIELD_OF_CODE)
      if (data.user.email === wanted.toLowerCase()) {
        await queries.invalidateQueries({ queryKey: profileKeys.all })
        toast.success(m.account_email_changed())
        onClose()
      } else setMailed(true)
      return undefined
    },
  })
  return (
    <Dialog title={m.account_change_email()} shape="sheet" onClose={onClose}>
      {isMailed ? (
        <output className="rounded-xl bg-cilantro-soft px-4 py-3 font-semibold text-cilantro-text">
          {m.account_email_mailed()}
        </output>
      ) : form.needsProof ? (
        <ProofForm onDone={form.submit} />
      ) : (
        <Form form={form}>
          <TextField
            {...form.field('email')}
            label={m.account_new_email()}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            data-autofocus
          />
          <Submit>{m.account_save()}</Submit>
        </Form>
      )}
    </Dialog>
  )
}
