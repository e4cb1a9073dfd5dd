import type { ShareOptions } from '@antojo/domain/settings'
import { m } from '@antojo/i18n/messages'
import { z } from 'zod'

/** A list as the screens read it. */
export interface VideoList {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly kind: 'custom' | 'favorites' | 'want_to_try' | 'visited'
  readonly visibility: ListVisibility
  readonly share: ShareOptions
  readonly position: number
  readonly createdAt: string
  readonly count: number
  /** Pictures of its first videos, at most four. */
  readonly covers: readonly string[]
  /** Null unless the list says who made it and they have a name. */
  readonly creator: string | null
  /** What the person may do with it. The server decides for itself; this decides what is offered. */
  readonly access: Access
}

export type Access = 'owner' | 'edit' | 'view' | 'visitor'

export type ListVisibility = 'private' | 'unlisted' | 'public'

export const listColumns =
  'id,name,description,kind,visibility,share_options,position,created_at,video_count,cover_images,creator_name'

const access = z.enum(['owner', 'edit', 'view', 'visitor'])

const row = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['custom', 'favorites', 'want_to_try', 'visited']),
  visibility: z.enum(['private', 'unlisted', 'public']),
  share_options: z.object({
    allow_comments: z.boolean().default(true),
    allow_collaborators: z.boolean().default(false),
    show_creator: z.boolean().default(true),
  }),
  position: z.number(),
  created_at: z.string(),
  video_count: z.number().nullable(),
  cover_images: z.array(z.string()).nullable(),
  creator_name: z.string().nullable(),
})

/** Reads a row of `video_lists`, which the person may do that much with; throws for what is not one. */
export function listFrom(given: unknown, may: Access): VideoList {
  const read = row.parse(given)
  return {
    id: read.id,
    name: read.name,
    description: read.description,
    kind: read.kind,
    visibility: read.visibility,
    share: read.share_options,
    position: read.position,
    createdAt: read.created_at,
    count: read.video_count ?? 0,
    covers: read.cover_images ?? [],
    creator: read.creator_name,
    access: may,
  }
}

/** Reads an answer of `read_list`; throws for what is not one. */
export function openedListFrom(given: unknown): VideoList {
  return listFrom(given, z.object({ access }).parse(given).access)
}

/** Reads a membership with its list in it; null when the list is no more. */
export function listOfMembership(given: unknown): VideoList | null {
  const membership = z.object({ access, video_lists: z.unknown() }).parse(given)
  return membership.video_lists === null ? null : listFrom(membership.video_lists, membership.access)
}

/** Built-in lists are named in the person's language, the others by the person. */
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

/** Where people open a list, for a chat. */
export function listAddress(id: string): string {
  return `${location.origin}/list/${id}`
}
