import { m } from '@antojo/i18n/messages'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ListGrid, OwnLists } from '../lists/list-grid.tsx'
import { ListsFailed, ListsSkeleton } from '../lists/lists-page.tsx'
import { NewList } from '../lists/list-form.tsx'
import { useMyLists } from '../../entities/list/use-lists.ts'

/** The person's lists, each with its share menu. */
export function ListsTab() {
  const lists = useMyLists()
  const [making, setMaking] = useState(false)
  if (lists.isPending) return <ListsSkeleton />
  if (!lists.data) return <ListsFailed onRetry={() => void lists.refetch()} />
  const { own } = lists.data
  return (
    <div className="grid gap-6">
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden className="size-5" />}
        onClick={() => setMaking(true)}
      >
        {m.lists_new()}
      </Button>
      <OwnLists lists={own.filter(({ kind }) => kind === 'custom')} />
      <ListGrid lists={own.filter(({ kind }) => kind !== 'custom')} />
      {making ? <NewList onClose={() => setMaking(false)} /> : null}
    </div>
  )
}
