import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { CopyPlus, EllipsisVertical, LogOut } from 'lucide-react'
import { listKeys } from '../../../entities/list/list-keys.ts'
import { listName, type VideoList } from '../../../entities/list/list.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { listOf } from '../../../lib/api/rest.ts'
import { paths, useNavigate } from '../../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../../lib/services.tsx'
import { toast } from '../../../lib/view/toasts.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { useCopy } from '../copy-list.ts'

/** The menu of a member: to copy the list, or to leave it. */
export function MemberMenu({ list, className }: { list: VideoList; className: string }) {
  const leave = useLeave(list)
  const copy = useCopy(list)
  const items = [
    // A reader has the button.
    list.access === 'edit' ? { label: m.list_copy(), Icon: CopyPlus, onSelect: copy } : null,
    { label: m.people_leave(), Icon: LogOut, onSelect: leave },
  ]
  return (
    <Menu
      label={m.lists_more({ name: listName(list) })}
      trigger={<EllipsisVertical aria-hidden />}
      items={items}
      className={className}
    />
  )
}

function useLeave(list: VideoList): () => void {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const queries = useQueryClient()
  const go = useNavigate()
  const leave = async () => {
    const question = { title: m.people_leave_question({ name: listName(list) }), text: m.people_leave_text() }
    if (!(await confirm({ ...question, agree: m.people_leave(), danger: true }))) return
    try {
      listOf(
        await rest
          .from('list_members')
          .delete()
          .match({ list_id: list.id, user_id: userId })
          .select('user_id'),
      )
      await queries.invalidateQueries({ queryKey: listKeys.allMine })
      toast.info(m.people_left())
      go(paths.lists)
    } catch (error) {
      toast.retry(m.lists_change_failed({ reason: errorMessage(error) }), leave)
    }
  }
  return () => void leave()
}
