import { m } from '@antojo/i18n/messages'
import { ArrowUpDown, CopyPlus } from 'lucide-react'
import type { VideoList } from '../../entities/list/list.ts'
import { useWish } from '../../lib/navigation/entered.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { AddPlacesButton } from './add-places.tsx'
import { useCopy } from './copy-list.ts'
import { OwnListMenu } from './own-list-menu.tsx'
import { MemberMenu } from './sharing/member-menu.tsx'
import { ShareMenu } from './sharing/share-menu.tsx'

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
      {m.list_copy()}
    </Button>
  )
}
