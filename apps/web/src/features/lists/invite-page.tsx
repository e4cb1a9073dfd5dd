import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { listName, listKeys } from '../../entities/list/list.ts'
import { rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useServices } from '../../lib/services.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Form, Submit } from '../../ui/form/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NameField } from '../../components/name-field.tsx'
import { useOwnName } from '../profile/own-name.tsx'
import { InvitationCard, useListInvitation } from './invitation.tsx'

/** The page of a list invitation, where a signed-in person joins the list. */
export function InvitePage({ token }: { token: string }) {
  const { data, isError, refetch } = useListInvitation(token)
  return (
    <Page title={data ? m.invite_text({ list: listName(data) }) : m.page_invite()} hideTitle>
      <div className="mx-auto grid w-full max-w-md gap-5 pt-4">
        {data ? (
          <InvitationCard given={data}>
            <JoinForm token={token} />
          </InvitationCard>
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

function JoinForm({ token }: { token: string }) {
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
    },
    messageOf: (error) => m.account_failed({ reason: errorMessage(error) }),
  })
  return (
    <Form form={form} className="mt-3 grid w-full gap-4 text-left">
      {own.isMissing ? <NameField {...form.field('name')} /> : null}
      <Submit>{m.invite_accept()}</Submit>
    </Form>
  )
}
