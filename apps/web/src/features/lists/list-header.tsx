import { m } from '@antojo/i18n/messages'
import { ArrowLeft } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'wouter'
import { bylineOf, listName, type VideoList } from '../../entities/list/list.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import type { ListActionsProps } from './list-actions.tsx'

const ListBanner = lazyComponent(() => import('./list-banner.tsx'), 'ListBanner')
const ListPeople = lazyComponent(() => import('./sharing/list-people.tsx'), 'ListPeople')
const ListActions = lazyComponent(() => import('./list-actions.tsx'), 'ListActions')

interface ListHeaderProps extends ListActionsProps {
  /** The button of the map, where the list has one. */
  readonly map: ReactNode
}

/** A link back, the cover, whose list it is, and the actions that the person may take. */
export function ListHeader(props: ListHeaderProps) {
  const { list, map } = props
  const session = useSession()
  const isMine = list.access !== 'visitor'
  return (
    <header className="@container mb-6 grid grid-cols-1 gap-3">
      <Link
        href={isMine ? paths.lists : paths.home}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-xl pr-2 text-sm font-semibold text-talavera-text hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {isMine ? m.nav_lists() : m.back_home()}
      </Link>
      <div className="grid gap-4 @2xl:grid-cols-[22.5rem_minmax(0,1fr)] @2xl:items-center @2xl:gap-8">
        <Suspense fallback={<div className="h-44 md:h-60" />}>
          <ListBanner list={list} />
        </Suspense>
        <div className="grid min-w-0 gap-1.5">
          <p
            aria-hidden
            className="font-display text-3xl leading-tight font-bold tracking-tight text-balance wrap-anywhere md:text-4xl"
          >
            {listName(list)}
          </p>
          {list.description ? <p className="max-w-prose wrap-anywhere">{list.description}</p> : null}
          <div className="flex flex-wrap items-center gap-x-4">
            <Byline list={list} />
            {map}
          </div>
          {session ? (
            <Suspense fallback={<div className="h-11" />}>
              <ListActions {...props} />
            </Suspense>
          ) : (
            <SignInLink />
          )}
        </div>
      </div>
    </header>
  )
}

/** The number of places, and whose list it is; for its people also who else is in it. */
function Byline({ list }: { list: VideoList }) {
  const line = [m.lists_count({ n: list.count }), bylineOf(list)].filter(Boolean).join(' · ')
  const alone = <p className="tabular flex min-h-11 items-center text-ink-soft">{line}</p>
  if (list.access === 'owner' ? list.members === 0 : list.access === 'visitor') return alone
  return (
    <Suspense fallback={alone}>
      <ListPeople list={list} line={line} />
    </Suspense>
  )
}

/** Guests have no other action, so that they load no code of it. */
function SignInLink() {
  return (
    <Button variant="primary" className="justify-self-start" onClick={() => askToEnter('save')}>
      {m.list_sign_in()}
    </Button>
  )
}
