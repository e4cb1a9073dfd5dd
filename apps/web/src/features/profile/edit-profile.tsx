import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useTask } from '../../lib/use-task.ts'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { profileKeys } from './api.ts'
import { removePicture, sendPicture } from './account-api.ts'
import type { Profile } from './profile.ts'

interface EditProfileProps {
  readonly profile: Profile
  readonly userId: string
  readonly onClose: () => void
}

/** Edits the name and picture that others see. */
export function EditProfile({ profile, userId, onClose }: EditProfileProps) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const save = async ({ name }: { name: string }) => {
    const change = { display_name: name.trim() === '' ? null : name.trim() }
    rowsOf(await rest.from('users').update(change).eq('id', userId).select('id'))
    await queries.invalidateQueries({ queryKey: profileKeys.all })
    toast.success(m.profile_saved())
    onClose()
  }
  const form = useForm({
    initial: { name: profile.name ?? '' },
    send: save,
    messageOf: (error) => m.save_edit_failed({ msg: errorMessage(error) }),
  })
  return (
    <Dialog title={m.profile_edit()} shape="sheet" onClose={onClose}>
      <div className="grid gap-6">
        <PictureField profile={profile} />
        <Form form={form}>
          <TextField
            {...form.field('name')}
            label={m.profile_name()}
            description={m.profile_name_text()}
            autoComplete="name"
            maxLength={80}
            data-autofocus
          />
          <Submit>{m.account_save()}</Submit>
        </Form>
      </div>
    </Dialog>
  )
}

function PictureField({ profile }: { profile: Profile }) {
  const services = useServices()
  const queries = useQueryClient()
  const [picture, setPicture] = useState(profile.picture)
  const [busy, work] = useTask()
  const change = async (send: () => Promise<string | null>) => {
    setPicture(await send())
    await queries.invalidateQueries({ queryKey: profileKeys.all })
  }
  const run = (send: () => Promise<string | null>) =>
    void work(() => attempt(m.profile_picture_failed, () => change(send)))
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={profile.name ?? profile.email} picture={picture} large />
      <div className="flex flex-wrap gap-2">
        <FileButton
          accept="image/*"
          busy={busy}
          label={m.profile_picture()}
          onFile={(chosen) => run(() => sendPicture(services, chosen))}
        >
          {m.profile_picture_choose()}
        </FileButton>
        {picture === null ? null : (
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() => run(async () => removePicture(services).then(() => null))}
          >
            {m.profile_picture_remove()}
          </Button>
        )}
      </div>
    </div>
  )
}
