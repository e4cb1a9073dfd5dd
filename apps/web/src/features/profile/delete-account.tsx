import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { overlay } from '../../lib/navigation/overlay.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { deleteAccount } from './account-api.ts'

/** Deletes the account after the person typed its address and, if the session is old, proved their identity. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const email = useSession()?.user.email ?? ''
  const [needsProof, setNeedsProof] = useState(false)
  const remove = async ({ typed }: { typed: string }) => {
    setNeedsProof(false)
    try {
      const deleteAfter = await deleteAccount(services, typed)
      // The next account that signs in here must not find this dialog open.
      await overlay.close('panel')
      // The sign-in screen, which follows, says so.
      sessionStorage.setItem(STORAGE_KEYS.left, deleteAfter ?? '')
      services.session.forget()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reauthentication_needed')) throw error
      setNeedsProof(true)
    }
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
      {needsProof ? (
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
          <Button type="submit" variant="danger" size="lg" busy={form.busy}>
            {m.account_delete()}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
