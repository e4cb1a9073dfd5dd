import { isRecord } from './unknown-values.ts'

/** The people who can see a video or a list: its owner, everybody with its link, everybody. */
export const VISIBILITIES = ['private', 'unlisted', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Every account has one list of each kind except `custom`. */
export const LIST_KINDS = ['custom', 'favorites', 'want_to_try', 'visited'] as const
export type ListKind = (typeof LIST_KINDS)[number]

/** The rights of a member in another person's list. */
export const LIST_ACCESSES = ['view', 'edit'] as const
export type ListAccess = (typeof LIST_ACCESSES)[number]

/** The rights of other people to a shared video or list. */
export interface ShareOptions {
  readonly allow_comments: boolean
  readonly allow_collaborators: boolean
  readonly show_creator: boolean
}

/** Share options from any value, as the database reads them: where some are stored, a missing one is a right not given. */
export function shareOptions(value: unknown): ShareOptions {
  if (!isRecord(value)) return { allow_comments: true, allow_collaborators: false, show_creator: true }
  return {
    allow_comments: value['allow_comments'] === true,
    allow_collaborators: value['allow_collaborators'] === true,
    show_creator: value['show_creator'] === true,
  }
}

/** The effect of an invitation to sign up: an account, or an account and a shared list. */
export const INVITATION_KINDS = ['account', 'list'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]

/** Characters of the report of a mistake by a visitor of a shared list. */
export const MAX_REPORT_LENGTH = 500
