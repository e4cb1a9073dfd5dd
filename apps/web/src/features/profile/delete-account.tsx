import { m } from '@antojo/i18n/messages'
import { useState, type SyntheticEvent } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { deleteAccount } from './account-api.ts'

/** The end of the account, once its address was typed and the person proved that it is them. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const email = useSession()?.user.email ?? ''
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const { language } = useSettings()
  const dateOf = (day: string) =>
    new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long' }).format(new Date(day))
  const [needsProof, setNeedsProof] = useState(false)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typed.trim().toLowerCase() !== email.toLowerCase()) {
      setFault(m.account_delete_mismatch())
      return
    }
    await remove()
  }
  const remove = async () => {
    setBusy(true)
    try {
      const deleteAfter = await deleteAccount(services, typed)
      services.session.forget()
      toast.success(
        deleteAfter === null ? m.account_deleted() : m.account_leaving({ date: dateOf(deleteAfter) }),
      )
    } catch (error) {
      const unproven = error instanceof ApiError && error.code === 'reauthentication_needed'
      setNeedsProof(unproven)
      if (!unproven) setFault(m.account_failed({ reason: errorMessage(error) }))
      setBusy(false)
    }
  }
  if (needsProof)
    return (
      <Dialog title={m.account_delete()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
        <ProofForm onDone={() => void remove()} />
      </Dialog>
    )
  return (
    <Dialog title={m.account_delete()} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
