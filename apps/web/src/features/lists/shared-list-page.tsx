import { m } from '@antojo/i18n/messages'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Page } from '../../components/page.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { listQuery, firstVideosQuery, refreshLists } from '../../entities/list/lists-api.ts'
import { ListSkeleton, ListView } from './list-view.tsx'

/** The page of a list, for its owner, its members, and people with the link. */
export function SharedListPage({ listId }: { listId: string | null }) {
  return listId === null ? <NoList title={m.list_not_found()} /> : <ListById key={listId} id={listId} />
}

function ListById({ id }: { id: string }) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? null
  const list = listQuery(rest, id, userId)
  // Requests both at once, because on a slow network a second round trip costs as much as the first.
  usePrefetchQuery(list)
  usePrefetchQuery(firstVideosQuery(rest, id, userId))
  const { data, isError, refetch } = useQuery({
    ...list,
    // A list that is no longer shared disappears from open screens.
    refetchInterval: refreshLists,
  })
  if (data) return <ListView list={data} />
  if (data === null) return <NoList title={m.list_unavailable()} />
  if (isError) {
    const retry = <Failed text={m.list_videos_failed()} onRetry={() => void refetch()} />
    return <NoList title={m.page_list()} text={retry} />
  }
  return (
    <Page title={m.page_list()} hideTitle>
      <p className="mb-5 text-ink-soft">{m.list_loading()}</p>
      <ListSkeleton hasMap />
    </Page>
  )
}

function NoList({ title, text = m.list_unavailable_text() }: { title: string; text?: ReactNode }) {
  return (
    <Page title={title} width="text">
      <div className="text-ink-soft">{text}</div>
      <Link href={paths.home} className={buttonClass()}>
        {m.back_home()}
      </Link>
    </Page>
  )
}
