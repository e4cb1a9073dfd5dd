import { m } from '@antojo/i18n/messages'
import { Avatar } from '../../../components/avatar.tsx'
import type { VideoList } from '../../../entities/list/list.ts'
import { useSession } from '../../../lib/services.tsx'
import { listed } from '../../../lib/view/format.ts'
import { useListPeople } from './people.ts'

/** Pictures, and names of others, that fit into a line. */
const MAX = { pictures: 4, names: 2 } as const

interface ListPeopleProps {
  readonly list: VideoList
  /** The line of the list when nobody else is in it. */
  readonly line: string
}

/** The line of a list with the people who are in it. */
export function ListPeople({ list, line }: ListPeopleProps) {
  const me = useSession()?.user.id
  const people = useListPeople(list.id).map((each) => ({
    ...each,
    name: each.display_name ?? m.comments_somebody(),
  }))
  const others = people.filter(({ access, user_id }) => access !== 'owner' && user_id !== me)
  const names = listed(others.map(({ name }) => name))
  return (
    <div className="flex min-h-11 min-w-0 items-center gap-x-2 text-ink-soft">
      {people.length < 2 ? null : (
        <span aria-hidden className="flex shrink-0 -space-x-2 *:ring-2 *:ring-paper">
          {people.slice(0, MAX.pictures).map(({ user_id, name, avatar_url }) => (
            <Avatar key={user_id} name={name} picture={avatar_url} />
          ))}
        </span>
      )}
      <p className="tabular min-w-0 wrap-anywhere">
        {line}
        {others.length === 0
          ? null
          : ` ${others.length > MAX.names ? m.list_with_count({ n: others.length }) : m.list_with({ names })}`}
      </p>
    </div>
  )
}
