import { m } from '@antojo/i18n/messages'
import { Globe, Link2, Lock, Users } from 'lucide-react'
import { ListCover } from '../../entities/list/list-cover.tsx'
import type { VideoList } from '../../entities/list/list.ts'

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
