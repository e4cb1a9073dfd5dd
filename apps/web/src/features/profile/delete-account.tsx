import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { overlay } from '../../lib/navigation/overlay.ts'
import { intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { deleteAccount } from './account-api.ts'

/** Deletes the account after the person typed its address and, if the session is old, proved their identity. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const email = useSession()?.user.email ?? ''
  const [typed, setTyped] = useState('')
  const { language } = useSettings()
  const dateOf = (day: string) =>
    new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long' }).format(new Date(day))
  const [needsProof, setNeedsProof] = useState(false)
  const remove = async () => {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) return m.account_delete_mismatch()
    setNeedsProof(false)
    try {
      const deleteAfter = await deleteAccount(services, typed)
      // The next account that signs in here must not find this dialog open.
      await overlay.close('panel')
      services.session.forget()
      toast.success(
        deleteAfter === null ? m.account_deleted() : m.account_leaving({ date: dateOf(deleteAfter) }),
      )
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reauthentication_needed')) throw error
      setNeedsProof(true)
    }
    return undefined
  }
  const { busy, fault, submit } = useForm(remove, (error) =>
    m.account_failed({ reason: errorMessage(error) }),
  )
  if (needsProof)
    return (
      <Dialog title={m.account_delete()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
        <ProofForm onDone={submit} />
      </Dialog>
    )
  return (
    <Dialog title={m.account_delete()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>{m.account_delete_text()}</p>
        <TextField
          label={m.account_delete_confirm()}
          type="email"
          autoComplete="off"
          placeholder={email}
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="danger" size="lg" busy={busy}>
          {m.account_delete()}
        </Button>
      </form>
    </Dialog>
  )
}
