import {
  createdToken,
  type CreateTokenRequest,
  type PersonalToken,
  type TokenScope,
  tokensResponse,
} from '@antojo/contract/account'
import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, X } from 'lucide-react'
import { useState } from 'react'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { attempt } from '../../lib/view/attempt.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/form/copy-field.tsx'
import { Form, TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ProofForm } from '../auth/proof-form.tsx'
import { CaptureWays } from './capture-ways.tsx'

const TOKENS_KEY = ['tokens']
const LIFETIMES = ['30', '90', '365']
const MAX_NAME = 80
/** The rights that a person can give a token; each includes all before it. */
const SCOPES: readonly TokenScope[] = ['capture', 'read', 'write']

type TokenDraft = Readonly<{ name: string; scope: TokenScope; days: string }>
const NEW_TOKEN: TokenDraft = { name: '', scope: 'capture', days: '90' }

/** Tokens with which the person's own programs and shortcuts save links. */
export function TokenSettings({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const queries = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const { data, error } = useAnswer(TOKENS_KEY, tokensResponse, '/tokens')
  const create = async (json: CreateTokenRequest) => {
    const made = await fetchJson(services, createdToken, '/tokens', { method: 'POST', json })
    setToken(made.token)
    await queries.invalidateQueries({ queryKey: TOKENS_KEY })
  }
  const revoke = async (id: string) => {
    await attempt(m.tokens_failed, async () => {
      await callApi(services, `/tokens/${id}`, { method: 'DELETE' })
      setToken(null)
    })
    await queries.invalidateQueries({ queryKey: TOKENS_KEY })
  }
  return (
    <Dialog title={m.tokens_title()} shape="sheet" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{m.tokens_text()}</p>
        <TokenForm onCreate={create} />
        {token === null ? null : (
          <CopyField
            label={m.tokens_new()}
            description={m.tokens_once()}
            value={token}
            action={m.tokens_copy()}
            copied={m.tokens_copied()}
          />
        )}
        <CaptureWays token={token} />
        {error ? <p role="alert">{m.tokens_unread({ reason: errorMessage(error) })}</p> : null}
        <ul aria-label={m.tokens_title()} className="grid gap-1">
          {data?.tokens.map((each) => (
            <TokenRow key={each.id} token={each} onRevoke={() => void revoke(each.id)} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

/** Asks for a proof when the sign-in is old, and then makes the token that was asked for. */
function TokenForm({ onCreate }: { onCreate: (wanted: CreateTokenRequest) => Promise<void> }) {
  const create = async ({ name, scope, days }: TokenDraft) => {
    const scopes = SCOPES.slice(0, SCOPES.indexOf(scope) + 1)
    await onCreate({ name, scopes, expiresInDays: Number(days) })
  }
  const form = useForm({
    initial: NEW_TOKEN,
    // A provider that proves who the person is may replace this page by its own.
    draft: 'token',
    startsOver: true,
    check: ({ name }) => (name.trim() === '' ? { name: m.tokens_name_required() } : {}),
    send: create,
    messageOf: (error) => m.tokens_failed({ reason: errorMessage(error) }),
  })
  if (form.needsProof) return <ProofForm onDone={form.submit} />
  const { scope, days } = form.values
  return (
    <Form form={form} className="grid gap-3">
      <TextField {...form.field('name')} label={m.tokens_name()} maxLength={MAX_NAME} required />
      <Select
        label={m.tokens_scope()}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: scopeLabel(value) }))}
        onChange={(chosen) => form.set({ scope: chosen })}
      />
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <Select
          label={m.tokens_lifetime()}
          value={days}
          options={LIFETIMES.map((value) => ({ value, label: m.tokens_days({ n: Number(value) }) }))}
          onChange={(chosen) => form.set({ days: chosen })}
        />
        <Button type="submit" busy={form.busy} icon={<KeyRound aria-hidden className="size-5" />}>
          {m.tokens_create()}
        </Button>
      </div>
    </Form>
  )
}

/** The rights of a token whose widest scope is this one. */
function scopeLabel(widest: TokenScope): string {
  if (widest === 'write') return m.tokens_scope_write()
  return widest === 'read' ? m.tokens_scope_read() : m.tokens_scope_capture()
}

const DAY = { dateStyle: 'medium' } as const

function TokenRow({ token, onRevoke }: { token: PersonalToken; onRevoke: () => void }) {
  const { name, scopes, expiresAt, isExpired, lastUsedAt } = token
  const widest = SCOPES.findLast((scope) => scopes.includes(scope)) ?? 'capture'
  const expiry = isExpired ? m.tokens_expired : m.tokens_until
  return (
    <li className="flex min-h-13 items-center gap-3">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-soft">{scopeLabel(widest)}</p>
        <p className="text-sm text-ink-soft">
          {lastUsedAt === null ? m.tokens_unused() : m.tokens_used({ day: dateText(lastUsedAt, DAY) })}
          {` · ${expiry({ day: dateText(expiresAt, DAY) })}`}
        </p>
      </div>
      <IconButton label={m.tokens_revoke({ name })} onClick={onRevoke}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
