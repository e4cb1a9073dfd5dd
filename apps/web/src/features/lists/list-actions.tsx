import { m } from '@antojo/i18n/messages'
import { ArrowUpDown, CopyPlus, EllipsisVertical, LogOut } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type VideoList, listName, listKeys } from '../../entities/list/list.ts'
import { useWish } from '../../lib/navigation/entered.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { AddPlacesButton } from './add-places.tsx'
import { useCopy } from './copy-list.ts'
import { OwnListMenu } from './own-list-menu.tsx'
import { ShareMenu } from './sharing/share-menu.tsx'
import { listOf } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { attemptAgain } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Menu } from '../../ui/overlay/menu.tsx'

export interface ListActionsProps {
  readonly list: VideoList
  readonly arranging: boolean
  readonly onArrange?: () => void
}

const ROUND = 'size-11 border border-line-strong bg-surface'

/** The actions that a person may take on a list; the first is the main one. */
export function ListActions({ list, arranging, onArrange }: ListActionsProps) {
  const { access } = list
  const go = useNavigate()
  const mayEdit = access === 'owner' || access === 'edit'
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 max-md:[&>:first-child]:grow">
      {mayEdit && !arranging ? <AddPlacesButton list={list} /> : null}
      {mayEdit ? null : <CopyButton list={list} />}
      {onArrange ? (
        <Button
          variant={arranging ? 'primary' : 'outline'}
          className={arranging ? '' : 'max-md:size-11 max-md:rounded-full max-md:px-0'}
          icon={<ArrowUpDown aria-hidden className="size-4.5" />}
          onClick={onArrange}
        >
          <span className={arranging ? '' : 'max-md:sr-only'}>
            {arranging ? m.list_arrange_done() : m.list_arrange()}
          </span>
        </Button>
      ) : null}
      {access === 'owner' ? <ShareMenu list={list} className={ROUND} /> : null}
      {access === 'owner' && list.kind === 'custom' ? (
        <OwnListMenu list={list} className={ROUND} onDeleted={() => go(paths.lists)} />
      ) : null}
      {access === 'owner' || access === 'visitor' ? null : <MemberMenu list={list} className={ROUND} />}
    </div>
  )
}

function CopyButton({ list }: { list: VideoList }) {
  const copy = useCopy(list)
  useWish('save', () => {
    if (list.access === 'visitor') copy()
  })
  return (
    <Button
      variant={list.access === 'visitor' ? 'primary' : 'outline'}
      icon={<CopyPlus aria-hidden className="size-5" />}
      onClick={copy}
    >
      {list.access === 'visitor' ? m.list_save() : m.list_copy()}
    </Button>
  )
}

/** The menu of a member: to copy the list, or to leave it. */
function MemberMenu({ list, className }: { list: VideoList; className: string }) {
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
    await attemptAgain(m.lists_change_failed, async () => {
      const membership = { list_id: list.id, user_id: userId }
      listOf(await rest.from('list_members').delete().match(membership).select('user_id'))
      await queries.invalidateQueries({ queryKey: listKeys.allMine })
      toast.info(m.people_left())
      go(paths.lists)
    })
  }
  return () => void leave()
}
