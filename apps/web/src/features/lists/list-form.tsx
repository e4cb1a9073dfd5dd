import { m } from '@antojo/i18n/messages'
import { useId, useRef, useState } from 'react'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useForm } from '../../lib/view/use-form.ts'
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
  /** Saves the list and announces a failure; true closes the dialog. */
  readonly onSubmit: (words: ListWords) => Promise<boolean>
  readonly onClose: () => void
}

/** Edits the name and description of a new or an existing list. */
export function ListForm({ title, given, action, onSubmit, onClose }: ListFormProps) {
  const id = useId()
  const [name, setName] = useState(given?.name ?? '')
  const [description, setDescription] = useState(given?.description ?? '')
  const nameField = useRef<HTMLInputElement>(null)
  const { busy, fault, submit } = useForm(async () => {
    const words = { name: name.trim(), description: description.trim() || null }
    if (words.name === '') {
      nameField.current?.focus()
      return m.lists_name_required()
    }
    if (await onSubmit(words)) onClose()
    return undefined
  })
  return (
    <Dialog title={title} shape="sheet" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          ref={nameField}
          label={m.lists_name()}
          data-autofocus
          required
          maxLength={120}
          placeholder={m.lists_name_hint()}
          value={name}
          error={fault}
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

/** The form of a new list, while the URL has its panel. */
export function NewList() {
  const { create } = useListActions()
  if (useDrawer() !== 'new-list') return null
  return (
    <ListForm
      title={m.lists_new()}
      action={m.lists_create()}
      onClose={drawer.close}
      onSubmit={async ({ name, description }) => (await create(name, description)) !== null}
    />
  )
}
