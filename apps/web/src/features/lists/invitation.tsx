import { LIST_ACCESSES, LIST_KINDS } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Avatar } from '../../components/avatar.tsx'
import { ListCover } from '../../entities/list/list-cover.tsx'
import { listName, listKeys } from '../../entities/list/list.ts'
import { listOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const invitation = z.object({
  name: z.string(),
  kind: z.enum(LIST_KINDS),
  cover_images: z.array(z.string()),
  video_count: z.number(),
  creator_name: z.string().nullable(),
  access: z.enum(LIST_ACCESSES),
})
export type Invitation = z.infer<typeof invitation>

/** The invitation of a token; null when it is not valid. */
export function useListInvitation(token: string) {
  const { rest } = useServices()
  return useQuery({
    queryKey: listKeys.invitation(token),
    queryFn: async () => {
      const [found] = listOf(await rest.rpc('read_list_invite', { token }))
      return found === undefined ? null : invitation.parse(found)
    },
    meta: { keepOffline: false },
  })
}

interface GuestInvitationProps {
  readonly token: string
  /** Shown for an invitation that is not valid. */
  readonly children: ReactNode
}

/** The invitation that a guest opened, beside the form of their account. */
export function GuestInvitation({ token, children }: GuestInvitationProps) {
  const { data, isPending } = useListInvitation(token)
  if (isPending) return <Skeleton className="mx-auto h-96 w-full max-w-md rounded-3xl" />
  return data ? <InvitationCard given={data} /> : children
}

interface InvitationCardProps {
  readonly given: Invitation
  readonly children?: ReactNode
}

/** The list, who invites to it, and what one may do there. */
export function InvitationCard({ given, children }: InvitationCardProps) {
  const { kind, name, cover_images: covers, video_count: n, creator_name: inviter } = given
  return (
    <article className="mx-auto w-full max-w-md overflow-hidden rounded-3xl bg-surface text-center shadow-card">
      <ListCover list={{ kind, covers }} className="aspect-[2/1] w-full" />
      <div className="grid justify-items-center gap-1.5 px-5 pb-6">
        {inviter === null ? (
          <span className="h-3" />
        ) : (
          <span className="relative -mt-10 rounded-full ring-4 ring-surface">
            <Avatar large name={inviter} picture={null} />
          </span>
        )}
        <p className="text-ink-soft">
          {inviter === null ? m.invite_anonymous() : m.invite_by({ name: inviter })}
        </p>
        <h2 className="text-3xl wrap-anywhere">{listName({ kind, name })}</h2>
        {n === 0 ? null : <p className="tabular text-ink-soft">{m.lists_count({ n })}</p>}
        <p>{given.access === 'edit' ? m.invite_edit() : m.invite_view()}</p>
        {children}
      </div>
    </article>
  )
}
