import { m } from '@antojo/i18n/messages'
import { ArrowDown, ArrowUp, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { ListForm } from './list-form.tsx'
import type { VideoList } from '../../entities/list/list.ts'
import { useListActions } from '../../entities/list/use-lists.ts'

interface OwnListMenuProps {
  readonly list: VideoList
  readonly onUp?: () => void
  readonly onDown?: () => void
  readonly className?: string
  /** Called after the list was deleted. */
  readonly onDeleted?: () => void
}

/** The menu to rename, move or delete a list. */
export function OwnListMenu({ list, className, onUp, onDown, onDeleted }: OwnListMenuProps) {
  const { save, remove } = useListActions()
  const editing = useOverlayOf('edit', list.id)
  const items = [
    { label: m.lists_edit(), Icon: PencilLine, onSelect: editing.open },
    onUp && { label: m.lists_move_up(), Icon: ArrowUp, onSelect: onUp },
    onDown && { label: m.lists_move_down(), Icon: ArrowDown, onSelect: onDown },
    {
      label: m.lists_delete(),
      Icon: Trash2,
      danger: true,
      onSelect: () => void remove(list).then((gone) => gone && onDeleted?.()),
    },
  ]
  return (
    <>
      <Menu
        label={m.lists_more({ name: list.name })}
        trigger={<EllipsisVertical aria-hidden />}
        items={items}
        {...(className && { className })}
      />
      {editing.isOpen ? (
        <ListForm
          title={m.lists_edit_title()}
          given={list}
          action={m.lists_save()}
          onClose={editing.close}
          failureText={m.lists_change_failed}
          onSubmit={(words) => save(list, words)}
        />
      ) : null}
    </>
  )
}
