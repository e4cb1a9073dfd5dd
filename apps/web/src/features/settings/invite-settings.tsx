import {
  MAX_ACCOUNTS_OF_INVITATION,
  createdInvitation,
  invitationsResponse,
  type Invitation,
  type CreatedInvitation,
} from '@antojo/contract/invitations'
import { m } from '@antojo/i18n/messages'
import { texts as stateTexts } from '@antojo/i18n/messages/invitations_state'
import { useQueryClient } from '@tanstack/react-query'
import { Link2, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../lib/device/clipboard.ts'
import { dateText } from '../../lib/view/locale.ts'
import { useServices } from '../../lib/services.tsx'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { CopyField } from '../../ui/form/copy-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Row } from '../../ui/row.tsx'
import { drawer } from '../../lib/view/drawer.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { useAnswer } from '../../lib/api/use-answer.ts'

const INVITATIONS_KEY = ['invitations']
const sizes = [1, 5, MAX_ACCOUNTS_OF_INVITATION].map((count) => String(count))

/** Lets the person invite others, depending on how the server admits sign-ups. */
export function InviteSettings({ onClose }: { onClose: () => void }) {
  const signUp = useBootConfig()?.signUp
  return (
    <Dialog title={m.invitations_title()} shape="sheet" onClose={onClose}>
      <div className="grid gap-4">{signUp === 'open' ? <ShareSite /> : <Invitations />}</div>
    </Dialog>
  )
}

/** The row that opens it, where accounts can be made at all. */
export function InviteRow() {
  const signUp = useBootConfig()?.signUp
  if (signUp === undefined || signUp === 'closed') return null
  return <Row icon={<UserPlus />} label={m.invitations_title()} onClick={() => drawer.open('invite')} />
}

function ShareSite() {
  return (
    <>
      <p className="text-ink-soft">{m.invitations_open()}</p>
      <CopyField label={m.invitations_site()} value={location.origin} copied={m.invitations_copied()} />
    </>
  )
}

function useInvitations() {
  const queries = useQueryClient()
  const { data } = useAnswer(INVITATIONS_KEY, invitationsResponse, '/invitations')
  const change = async (work: () => Promise<void>) => {
    await attempt(m.invitations_failed, work)
    await queries.invalidateQueries({ queryKey: INVITATIONS_KEY })
  }
  return { data, change }
}

function Invitations() {
  const services = useServices()
  const [count, setCount] = useState('1')
  const [link, setLink] = useState<string | null>(null)
  const { data, change } = useInvitations()
  const create = async () => {
    const call = { method: 'POST', json: { maxAccounts: Number(count) } }
    const made = invitationLink(await fetchJson(services, createdInvitation, '/invitations', call))
    setLink(made)
    if (await copyText(made)) toast.success(m.invitations_copied())
  }
  if (data?.mayInvite === false) return <p className="text-ink-soft">{m.invitations_by_others()}</p>
  return (
    <>
      <p className="text-ink-soft">{m.invitations_text()}</p>
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <Select
          label={m.invitations_size()}
          value={count}
          options={sizes.map((value) => ({ value, label: m.invitations_people({ n: Number(value) }) }))}
          onChange={setCount}
        />
        <Button icon={<Link2 aria-hidden className="size-5" />} onClick={() => void change(create)}>
          {m.invitations_create()}
        </Button>
      </div>
      {link === null ? null : (
        <CopyField
          label={m.people_invite_link()}
          description={m.invitations_once()}
          value={link}
          copied={m.invitations_copied()}
        />
      )}
      <ul className="grid gap-1">
        {data?.invitations.map((each) => (
          <InvitationRow
            key={each.id}
            invitation={each}
            onRevoke={() =>
              void change(async () => {
                await callApi(services, `/invitations/${each.id}`, { method: 'DELETE' })
                setLink(null)
              })
            }
          />
        ))}
      </ul>
    </>
  )
}

const DAY = { day: 'numeric', month: 'short' } as const

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { accounts, maxAccounts, state, createdAt, expiresAt } = invitation
  const time = dateText(createdAt, { ...DAY, hour: '2-digit', minute: '2-digit' })
  return (
    <li className="flex min-h-13 items-center gap-3">
      <div className="min-w-0 grow">
        <p className="font-semibold">{m.invitations_of({ time })}</p>
        <p className="text-sm text-ink-soft">
          {m.invitations_used({ accounts, maxAccounts })}
          {state === 'open' ? ` · ${m.invitations_until({ day: dateText(expiresAt, DAY) })}` : null}
        </p>
      </div>
      <Badge tone={state === 'open' ? 'open' : 'plain'}>{stateTexts[state]()}</Badge>
      {state === 'open' ? (
        <IconButton label={m.invitations_revoke({ time })} onClick={onRevoke}>
          <X aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

/** The token is in the fragment, which browsers do not send, so that it appears in no log and no referrer. */
function invitationLink({ token }: CreatedInvitation): string {
  return `${location.origin}${paths.join}#${token}`
}
