import { flag, isRecord } from './unknown-values.ts'

/** Who sees a video or a list: its owner, everybody with its link, everybody. */
export const VISIBILITIES = ['private', 'unlisted', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Every account has one list of each kind but `custom`. */
export const LIST_KINDS = ['custom', 'favorites', 'want_to_try', 'visited'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** What a member may do with somebody else's list. */
export const LIST_ACCESSES = ['view', 'edit'] as const
export type ListAccess = (typeof LIST_ACCESSES)[number]

/** What other people may do with something that is shared. */
export interface ShareOptions {
  readonly allow_comments: boolean
  readonly allow_collaborators: boolean
  readonly show_creator: boolean
}

/** Share options from anything at all: what is missing or unknown gets its default. */
export function shareOptions(value: unknown): ShareOptions {
  const given = isRecord(value) ? value : {}
  return {
    allow_comments: flag(given['allow_comments'], true),
    allow_collaborators: flag(given['allow_collaborators'], false),
    show_creator: flag(given['show_creator'], true),
  }
}

/** What an invitation to sign up leads to: an account, or an account and a shared list. */
export const INVITATION_KINDS = ['account', 'list'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]
