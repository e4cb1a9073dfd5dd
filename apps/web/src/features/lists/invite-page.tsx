import { LIST_ACCESSES, LIST_KINDS } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { listOf, rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListCover } from '../../entities/list/list-cover.tsx'
import { listName } from '../../entities/list/list.ts'
import { listKeys } from '../../entities/list/list-keys.ts'
import { NameField, useOwnName } from '../profile/own-name.tsx'

const invitation = z.object({
  name: z.string(),
  kind: z.enum(LIST_KINDS),
  cover_images: z.array(z.string()),
  video_count: z.number(),
  creator_name: z.string().nullable(),
  access: z.enum(LIST_ACCESSES),
})
type Invitation = z.infer<typeof invitation>

/** The page of a list invitation, where a signed-in person joins the list. */
export function InvitePage({ token }: { token: string }) {
  const { rest } = useServices()
  const { data, isError, refetch } = useQuery({
    queryKey: listKeys.invitation(token),
    queryFn: async () => {
      const [found] = listOf(await rest.rpc('read_list_invite', { token }))
      return found === undefined ? null : invitation.parse(found)
    },
    meta: { keepOffline: false },
  })
  return (
    <Page title={m.page_invite()} hideTitle>
      <div className="mx-auto grid w-full max-w-md gap-5 pt-4">
        {data ? (
          <InvitationCard token={token} given={data} />
        ) : data === null ? (
          <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 font-semibold text-chile-text">
            {m.invite_failed()}
          </p>
        ) : isError ? (
          <Button onClick={() => void refetch()}>{m.retry()}</Button>
        ) : (
          <Skeleton className="h-96 w-full rounded-3xl" />
        )}
        <Link href={paths.home} className={buttonClass({ variant: 'quiet' })}>
          {m.back_home()}
        </Link>
      </div>
    </Page>
  )
}

function InvitationCard({ token, given }: { readonly token: string; readonly given: Invitation }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const go = useNavigate()
  const own = useOwnName()
  const form = useForm({
    initial: { name: '' },
    send: async ({ name }) => {
      await own.save(name)
      const listId = z.string().parse(rowsOf(await rest.rpc('accept_list_invite', { token })))
      await queries.invalidateQueries({ queryKey: listKeys.allMine })
      go(paths.list(listId))
      return undefined
    },
    messageOf: (error) => m.account_failed({ reason: errorMessage(error) }),
  })
  const { kind, name, cover_images: covers, video_count: n, creator_name: inviter } = given
  return (
    <article className="overflow-hidden rounded-3xl bg-surface shadow-card">
      <ListCover list={{ kind, covers }} className="aspect-[2/1] w-full" />
      <div className="grid gap-4 p-5">
        <div className="grid gap-1">
          <p className="font-semibold text-ink-soft">
            {inviter === null ? m.invite_anonymous() : m.invite_by({ name: inviter })}
          </p>
          <h2 className="text-2xl wrap-anywhere">{listName({ kind, name })}</h2>
          <p className="text-ink-soft">
            {m.lists_count({ n })}
            {' · '}
            {given.access === 'edit' ? m.invite_edit() : m.invite_view()}
          </p>
        </div>
        <Form form={form} className="grid gap-4">
          {own.isMissing ? <NameField {...form.field('name')} /> : null}
          <Button type="submit" variant="primary" size="lg" busy={form.busy}>
            {m.invite_accept()}
          </Button>
        </Form>
      </div>
    </article>
  )
}
