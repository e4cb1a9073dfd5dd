import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RestError, rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { listKeys } from '../../entities/list/list-keys.ts'

/** The data API's code for an invitation that is used up, expired or revoked. */
const NOT_VALID = '42501'

/** The page of a list invitation, where a signed-in person joins the list. */
export function InvitePage({ token }: { token: string }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const go = useNavigate()
  const join = async () => {
    const listId = z.string().parse(rowsOf(await rest.rpc('accept_list_invite', { token })))
    await queries.invalidateQueries({ queryKey: listKeys.allMine })
    go(paths.list(listId))
    return undefined
  }
  const { busy, fault, submit } = useForm(join, (error) =>
    error instanceof RestError && error.code === NOT_VALID
      ? m.invite_failed()
      : m.account_failed({ reason: errorMessage(error) }),
  )
  return (
    <Page title={m.page_invite()} width="text">
      <p className="text-lg">{m.invite_text()}</p>
      {fault === undefined ? null : (
        <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 font-semibold text-chile-text">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {fault === m.invite_failed() ? null : (
          <Button variant="primary" size="lg" busy={busy} onClick={submit}>
            {m.invite_accept()}
          </Button>
        )}
        <Link href={paths.home} className={buttonClass({ size: 'lg' })}>
          {m.back_home()}
        </Link>
      </div>
    </Page>
  )
}
