import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { listKeys } from '../../entities/list/list-keys.ts'

/** The data API's code for an invitation that is used up, expired or revoked. */
const NOT_VALID = '42501'

/** The page of a list invitation, where a signed-in person joins the list. */
export function InvitePage({ token }: { token: string }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const go = useNavigate()
  const [isInvalid, setInvalid] = useState(false)
  const join = async () => {
    const answer = await rest.rpc('accept_list_invite', { token })
    if (answer.error?.code === NOT_VALID) {
      setInvalid(true)
      return undefined
    }
    const listId = z.string().parse(rowsOf(answer))
    await queries.invalidateQueries({ queryKey: listKeys.allMine })
    go(paths.list(listId))
    return undefined
  }
  const form = useForm({
    initial: {},
    send: join,
    messageOf: (error) => m.account_failed({ reason: errorMessage(error) }),
  })
  return (
    <Page title={m.page_invite()} width="text">
      <p className="text-lg">{m.invite_text()}</p>
      {isInvalid ? (
        <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 font-semibold text-chile-text">
          {m.invite_failed()}
        </p>
      ) : null}
      <Form form={form} className="flex flex-wrap gap-2">
        {isInvalid ? null : (
          <Button type="submit" variant="primary" size="lg" busy={form.busy}>
            {m.invite_accept()}
          </Button>
        )}
        <Link href={paths.home} className={buttonClass({ size: 'lg' })}>
          {m.back_home()}
        </Link>
      </Form>
    </Page>
  )
}
