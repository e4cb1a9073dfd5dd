import { m } from '@antojo/i18n/messages'
import { CopyPlus, Globe, Link2, Lock, Share2, Users } from 'lucide-react'
import { Suspense } from 'react'
import { ListCover } from '../../entities/list/list-cover.tsx'
import { bylineOf, type VideoList } from '../../entities/list/list.ts'
import type { Video } from '../../entities/video/video.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { listed } from '../../lib/view/format.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { Button, IconButton } from '../../ui/button.tsx'

/** The cover of an opened list. */
export function ListBanner({ list }: { list: VideoList }) {
  return (
    <div className="relative">
      <ListCover list={list} large className="h-44 w-full rounded-3xl md:h-60" />
      {list.access === 'owner' ? <VisibilityPill list={list} hasPrivate /> : null}
    </div>
  )
}

interface VisibilityPillProps {
  readonly list: VideoList
  /** Says so of a private list, too. */
  readonly hasPrivate?: boolean
  /** Class names that show or hide the words beside the icon. */
  readonly words?: string
}

/** The readers of a list, on its cover. */
export function VisibilityPill({ list, hasPrivate = false, words }: VisibilityPillProps) {
  const { visibility, members } = list
  if (visibility === 'private' && members === 0 && !hasPrivate) return null
  const [Icon, label] =
    visibility === 'public'
      ? ([Globe, m.visibility_public_list()] as const)
      : visibility === 'unlisted'
        ? ([Link2, m.visibility_unlisted_list()] as const)
        : members > 0
          ? ([Users, m.lists_people({ n: members + 1 })] as const)
          : ([Lock, m.visibility_private_list()] as const)
  return (
    <p className="photo-pill absolute top-2 left-2">
      <Icon aria-hidden className="size-4" />
      <span className={words}>{label}</span>
    </p>
  )
}

const ListPeople = lazyComponent(() => import('./sharing/list-people.tsx'), 'ListPeople')

/** The number of places, and whose list it is; for its people also who else is in it. */
export function ListLine({ list, videos }: { readonly list: VideoList; readonly videos: readonly Video[] }) {
  const line = [placesText(list, videos), bylineOf(list)].filter(Boolean).join(' · ')
  const alone = <p className="tabular flex min-h-11 items-center text-ink-soft">{line}</p>
  if (list.access === 'owner' ? list.members === 0 : list.access === 'visitor') return alone
  return (
    <Suspense fallback={alone}>
      <ListPeople list={list} line={line} />
    </Suspense>
  )
}

/** For example '12 lugares en Ciudad de México y Oaxaca'; the cities with most places when there are many. */
function placesText({ count }: VideoList, videos: readonly Video[]): string {
  const cities = new Map<string, number>()
  for (const { place } of videos) {
    const [city = ''] = place.location?.split(',') ?? []
    if (city !== '') cities.set(city, (cities.get(city) ?? 0) + 1)
  }
  const names = [...cities].toSorted(([, some], [, more]) => more - some).map(([city]) => city)
  if (names.length === 0) return m.lists_count({ n: count })
  const shown = names.length > 3 ? [...names.slice(0, 2), m.list_more_cities({ n: names.length - 2 })] : names
  return m.lists_count_in({ n: count, cities: listed(shown) })
}

/** Guests have no other actions, so that they load no code of those. */
export function GuestActions({ list }: { list: VideoList }) {
  const share = async () => await (await import('./sharing/share-link.ts')).sendLink(list)
  return (
    <div className="flex items-center gap-2 max-md:[&>:first-child]:grow">
      <Button
        variant="primary"
        icon={<CopyPlus aria-hidden className="size-5" />}
        onClick={() => askToEnter('save')}
      >
        {m.list_save()}
      </Button>
      <IconButton label={m.share_send()} tone="surface" onClick={() => void share()}>
        <Share2 aria-hidden />
      </IconButton>
    </div>
  )
}
