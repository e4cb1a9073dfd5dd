import { m } from '@antojo/i18n/messages'
import { useId, useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useListActions } from '../../entities/list/use-lists.ts'

export interface ListWords {
  readonly name: string
  readonly description: string | null
}

interface ListFormProps {
  readonly title: string
  readonly given?: ListWords
  readonly action: string
  /** True when it was done and the dialog may go. */
  readonly onSubmit: (words: ListWords) => Promise<boolean>
  readonly onClose: () => void
}

/** Name and description of a list, to make or to change one. */
export function ListForm({ title, given, action, onSubmit, onClose }: ListFormProps) {
  const id = useId()
  const [name, setName] = useState(given?.name ?? '')
  const [description, setDescription] = useState(given?.description ?? '')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = { name: name.trim(), description: description.trim() || null }
    setMissing(words.name === '')
    if (words.name === '') {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setBusy(true)
    if (await onSubmit(words)) onClose()
    else setBusy(false)
  }
  return (
    <Dialog title={title} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          label={m.lists_name()}
          data-autofocus
          required
          maxLength={120}
          placeholder={m.lists_name_hint()}
          value={name}
          error={missing ? m.lists_name_required() : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            {m.lists_description()}
          </label>
          <textarea
            id={id}
            rows={3}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            className={`${FIELD_CLASS} py-2.5`}
          />
        </div>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}

export function NewList({ onClose }: { onClose: () => void }) {
  const { create } = useListActions()
  return (
    <ListForm
      title={m.lists_new()}
      action={m.lists_create()}
      onClose={onClose}
      onSubmit={async ({ name, description }) => (await create(name, description)) !== null}
    />
  )
}
