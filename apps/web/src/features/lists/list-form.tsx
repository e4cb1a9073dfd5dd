import { m } from '@antojo/i18n/messages'
import { errorMessage } from '../../lib/api/rest.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Form, Submit, TextArea, TextField } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useListActions } from '../../entities/list/use-lists.ts'

export interface ListWords {
  readonly name: string
  readonly description: string | null
}

interface ListFormProps {
  readonly title: string
  readonly given?: ListWords
  readonly action: string
  /** Saves the list; throws when it cannot. */
  readonly onSubmit: (words: ListWords) => Promise<unknown>
  readonly failureText: (failure: { reason: string }) => string
  readonly onClose: () => void
}

/** Edits the name and description of a new or an existing list. */
export function ListForm({ title, given, action, onSubmit, failureText, onClose }: ListFormProps) {
  const form = useForm({
    initial: { name: given?.name ?? '', description: given?.description ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: m.lists_name_required() } : {}),
    send: async ({ name, description }) => {
      await onSubmit({ name: name.trim(), description: description.trim() || null })
      onClose()
    },
    messageOf: (error) => failureText({ reason: errorMessage(error) }),
  })
  return (
    <Dialog title={title} shape="sheet" onClose={onClose}>
      <Form form={form}>
        <TextField
          {...form.field('name')}
          label={m.lists_name()}
          data-autofocus
          required
          maxLength={120}
          placeholder={m.lists_name_hint()}
        />
        <TextArea {...form.field('description')} label={m.lists_description()} rows={3} maxLength={2000} />
        <Submit>{action}</Submit>
      </Form>
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
      failureText={m.lists_create_failed}
      onClose={drawer.close}
      onSubmit={({ name, description }) => create(name, description)}
    />
  )
}
