import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { Page } from '../../components/page.tsx'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { listKeys } from '../../entities/list/list-keys.ts'

/** The page of a list invitation, where a signed-in person joins the list. */
export function InvitePage({ token }: { token: string }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const go = useNavigate()
  const [state, setState] = useState<'asked' | 'busy' | 'failed'>('asked')
  const join = async () => {
    setState('busy')
    try {
      const listId = z.string().parse(rowsOf(await rest.rpc('accept_list_invite', { token })))
      await queries.invalidateQueries({ queryKey: listKeys.allMine })
      go(paths.list(listId))
    } catch {
      setState('failed')
    }
  }
  return (
    <Page title={m.page_invite()} width="text">
      <p className="text-lg">{m.invite_text()}</p>
      {state === 'failed' ? (
        <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 font-semibold text-chile-text">
          {m.invite_failed()}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {state === 'failed' ? null : (
          <Button variant="primary" size="lg" busy={state === 'busy'} onClick={() => void join()}>
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
