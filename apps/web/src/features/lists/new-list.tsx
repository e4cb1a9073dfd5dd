import { m } from '@antojo/i18n/messages'
import { ListForm } from './list-form.tsx'
import { useListActions } from '../../entities/list/use-lists.ts'

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
