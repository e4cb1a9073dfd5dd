import { m } from '@antojo/i18n/messages'
import { Plus } from 'lucide-react'
import { Page } from '../../components/page.tsx'
import { drawer } from '../../lib/view/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BuiltInLists, ListGrid, OwnLists } from './list-grid.tsx'
import { NewList } from './list-form.tsx'
import { useMyLists, useTellListsFailure } from '../../entities/list/use-lists.ts'

/** All lists of the person: the built-in ones, their own, and those shared with them. */
export function ListsPage() {
  const lists = useMyLists()
  useTellListsFailure(lists.error)
  return (
    <Page
      title={m.page_lists()}
      actions={
        <Button
          variant="primary"
          icon={<Plus aria-hidden className="size-5" />}
          onClick={() => drawer.open('new-list')}
        >
          {m.lists_new()}
        </Button>
      }
    >
      {lists.data ? (
        <div className="mt-5 grid gap-9">
          <BuiltInLists lists={lists.data.own.filter(({ kind }) => kind !== 'custom')} />
          <section className="grid gap-4">
            <h2 className="text-2xl">{m.lists_mine()}</h2>
            <OwnLists lists={lists.data.own.filter(({ kind }) => kind === 'custom')} />
          </section>
          {lists.data.shared.length === 0 ? null : (
            <section className="grid gap-4">
              <h2 className="text-2xl">{m.lists_shared_with_me()}</h2>
              <ListGrid lists={lists.data.shared} />
            </section>
          )}
        </div>
      ) : lists.isError ? (
        <Failed text={m.videos_failed_text()} onRetry={() => void lists.refetch()} />
      ) : (
        <ListsSkeleton />
      )}
      <NewList />
    </Page>
  )
}

export function ListsSkeleton() {
  return (
    <output
      aria-label={m.lists_loading()}
      className="mt-5 grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-7 xl:grid-cols-4"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="grid gap-2">
          <Skeleton className="aspect-[4/3] w-full rounded-2xl sm:rounded-3xl" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </output>
  )
}
