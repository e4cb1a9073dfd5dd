import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowUpDown, CopyPlus, LogOut } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { listOf } from '../../lib/api/rest.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { retrying } from '../../lib/view/retrying.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { listName, type VideoList } from '../../entities/list/list.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { listKeys } from '../../entities/list/list-keys.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { copyList } from './copy-list.ts'

const ListBanner = lazyComponent(
  () => import('./list-banner.tsx'),
  (code) => code.ListBanner,
)
const AddPlacesButton = lazyComponent(
  () => import('./add-places.tsx'),
  (code) => code.AddPlacesButton,
)
const OwnListMenu = lazyComponent(
  () => import('./own-list-menu.tsx'),
  (code) => code.OwnListMenu,
)
const ShareMenu = lazyComponent(
  () => import('./sharing/share-menu.tsx'),
  (code) => code.ShareMenu,
)

interface ListHeaderProps {
  readonly list: VideoList
  readonly arranging: boolean
  readonly onArrange?: () => void
}

/** A link back, the list's name and description, and the actions that the person may take. */
export function ListHeader(props: ListHeaderProps) {
  const { list } = props
  const isMine = list.access !== 'visitor'
  return (
    <header className="mb-6 grid gap-3">
      <Link
        href={isMine ? paths.lists : paths.home}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-xl pr-2 text-sm font-semibold text-talavera-text hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {isMine ? m.nav_lists() : m.back_home()}
      </Link>
      <Suspense fallback={<div className="h-36 md:h-52" />}>
        <ListBanner list={list} />
      </Suspense>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <p
            aria-hidden
            className="font-display text-3xl leading-tight md:text-4xl font-bold tracking-tight text-balance"
          >
            {listName(list)}
          </p>
          {list.description ? <p className="max-w-prose text-lg">{list.description}</p> : null}
          <p className="tabular text-ink-soft">
            {[m.lists_count({ n: list.count }), list.creator && m.list_by({ name: list.creator })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Actions {...props} />
      </div>
    </header>
  )
}

function Actions({ list, arranging, onArrange }: ListHeaderProps) {
  const { access } = list
  const session = useSession()
  const go = useNavigate()
  const arrange = (
    <>
      {access === 'visitor' || access === 'view' || arranging ? null : (
        <Suspense fallback={null}>
          <AddPlacesButton list={list} />
        </Suspense>
      )}
      {onArrange ? (
        <Button
          variant={arranging ? 'primary' : 'outline'}
          icon={<ArrowUpDown aria-hidden className="size-4.5" />}
          onClick={onArrange}
        >
          <span className={arranging ? '' : 'max-md:sr-only'}>
            {arranging ? m.list_arrange_done() : m.list_arrange()}
          </span>
        </Button>
      ) : null}
    </>
  )
  if (access === 'owner') {
    return (
      <div className="flex min-h-11 flex-wrap items-center gap-1.5">
        {arrange}
        <Suspense fallback={null}>
          <ShareMenu list={list} />
          {list.kind === 'custom' ? <OwnListMenu list={list} onDeleted={() => go(paths.lists)} /> : null}
        </Suspense>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {arrange}
      {session ? (
        <CopyButton list={list} />
      ) : (
        <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
          {m.list_sign_in()}
        </Link>
      )}
      {access === 'visitor' ? null : <LeaveButton list={list} />}
    </div>
  )
}

function CopyButton({ list }: { list: VideoList }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const actions = useListActions()
  const go = useNavigate()
  const copy = async () => {
    try {
      const { id, count } = await copyList(list, { rest, queries, ...actions })
      toast.success(m.list_copied({ n: count }))
      go(paths.list(id))
    } catch (error) {
      toast.error(m.list_copy_failed({ reason: errorMessage(error) }))
    }
  }
  return (
    <Button
      variant={list.access === 'visitor' ? 'primary' : 'outline'}
      icon={<CopyPlus aria-hidden className="size-5" />}
      onClick={() => void copy()}
    >
      {m.list_copy()}
    </Button>
  )
}

function LeaveButton({ list }: { list: VideoList }) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const queries = useQueryClient()
  const go = useNavigate()
  const leave = async () => {
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
      toast.error(m.lists_change_failed({ reason: errorMessage(error) }), retrying(leave))
    }
  }
  return (
    <Button icon={<LogOut aria-hidden className="size-4.5" />} onClick={() => void leave()}>
      {m.people_leave()}
    </Button>
  )
}
