import { LIST_ACCESSES, LIST_KINDS, shareOptions, VISIBILITIES } from '@antojo/domain/sharing'
import { textOrNull } from '@antojo/domain/unknown-values'
import { m } from '@antojo/i18n/messages'

/** A list, as the screens use it. */
export type VideoList = Readonly<ReturnType<typeof listFrom>>

const ACCESSES = ['owner', ...LIST_ACCESSES, 'visitor'] as const
export type Access = (typeof ACCESSES)[number]

export const LIST_COLUMNS =
  'id,name,description,kind,visibility,share_options,position,created_at,place_count,member_count,cover_images,creator_name'

type Row = Readonly<Record<string, unknown>>

/**
 * Reads a row of `video_lists`; `may` is what the person may do with the list. Throws for an invalid row. Without zod, as for
 * videos, so that a shared list opens without loading it.
 */
export function listFrom(given: unknown, may: Access) {
  const row = rowOf(given)
  const covers: readonly unknown[] = Array.isArray(row['cover_images']) ? row['cover_images'] : []
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    description: textOrNull(row['description']),
    kind: oneOf(LIST_KINDS, row['kind']),
    visibility: oneOf(VISIBILITIES, row['visibility']),
    share: shareOptions(row['share_options']),
    position: Number(row['position']),
    createdAt: text(row, 'created_at'),
    /** Places; of a list of somebody else's, videos. */
    count: Number(row['place_count'] ?? row['video_count'] ?? 0),
    /** People who were invited and joined, of an own list. */
    members: Number(row['member_count'] ?? 0),
    /** Pictures of its first videos, at most four. */
    covers: covers.filter((cover) => typeof cover === 'string'),
    /** Name of the creator; null when the list hides it or they have none. */
    creator: textOrNull(row['creator_name']),
    /** The person's rights to it. They only decide what the screens offer; the server checks each request. */
    access: may,
  }
}

/** Reads a response of `read_list`; throws for an invalid one. */
export function openedListFrom(given: unknown): VideoList {
  return listFrom(given, oneOf(ACCESSES, rowOf(given)['access']))
}

/** Reads a membership with its list; null when the list was deleted. */
export function listOfMembership(given: unknown): VideoList | null {
  const { access, video_lists: list } = rowOf(given)
  return list === null ? null : listFrom(list, oneOf(ACCESSES, access))
}

function rowOf(given: unknown): Row {
  return { ...(typeof given === 'object' && given) }
}

function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw new TypeError(`a list without ${name}`)
  return value
}

function oneOf<T extends string>(choices: readonly T[], value: unknown): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new TypeError(`a list cannot be ${String(value)}`)
  return found
}

/** The name of a list: for built-in lists in the person's language. */
export function listName(list: Pick<VideoList, 'kind' | 'name'>): string {
  switch (list.kind) {
    case 'favorites':
      return m.lists_favorites()
    case 'want_to_try':
      return m.lists_want_to_try()
    case 'visited':
      return m.lists_visited()
    default:
      return list.name
  }
}

/** Whose list it is, for the line after its name; empty when its creator hides or has no name. */
export function bylineOf({ access, creator }: Pick<VideoList, 'access' | 'creator'>): string {
  if (access === 'owner') return m.list_by_you()
  return creator === null ? '' : m.list_by({ name: creator })
}

/** The URL of a list, to be shared. */
export function listAddress(id: string): string {
  return `${location.origin}/list/${id}`
}

/** The cache keys of lists. Refreshing a key refreshes every key that begins with it. */
export const listKeys = {
  allMine: ['lists'],
  mine: (userId: string) => [...listKeys.allMine, userId],
  allOpened: ['list'],
  opened: (id: string, userId: string | null) => [...listKeys.allOpened, id, userId],
  allVideos: (id: string) => ['list-videos', id],
  videos: (id: string, userId: string | null) => [...listKeys.allVideos(id), userId],
  invitation: (token: string) => ['list-invitation', token],
  allPeople: ['list-people'],
  people: (id: string) => [...listKeys.allPeople, id],
  comments: (id: string, userId: string | null) => ['list-comments', id, userId],
  reports: (id: string) => ['list-reports', id],
  /** The lists that hold a video. */
  holding: (videoId: string) => ['lists-of-video', videoId],
  /** The built-in lists, and whether each holds a video. */
  builtIn: (userId: string, videoId: string) => ['built-in-of', userId, videoId],
} as const
