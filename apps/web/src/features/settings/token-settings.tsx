import {
  createdToken,
  type CreateTokenRequest,
  type PersonalToken,
  type TokenScope,
  tokenScope,
  tokensResponse,
} from '@antojo/contract/account'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, KeyRound, X } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, callApi, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { copyText } from '../../lib/device/clipboard.ts'
import { useServices } from '../../lib/services.tsx'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProofForm } from '../auth/proof-form.tsx'
import { SettingsSection } from './settings-section.tsx'

const TOKENS_KEY = ['tokens']
const LIFETIMES = ['30', '90', '365']
const MAX_NAME = 80
/** What a person can allow a token, each with all before it. */
const SCOPES: readonly TokenScope[] = ['capture', 'read', 'write']

const draftSchema = z.object({ name: z.string(), scope: tokenScope, days: z.string() })
const NEW_TOKEN: z.infer<typeof draftSchema> = { name: '', scope: 'capture', days: '90' }

/** Tokens with which the person's own programs and shortcuts save links. */
export function TokenSettings() {
  const services = useServices()
  const queries = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: TOKENS_KEY,
    queryFn: () => fetchJson(services, tokensResponse, '/tokens'),
    meta: { keepOffline: false },
  })
  const create = async (json: CreateTokenRequest) => {
    const made = await fetchJson(services, createdToken, '/tokens', { method: 'POST', json })
    setToken(made.token)
    await queries.invalidateQueries({ queryKey: TOKENS_KEY })
  }
  const revoke = async (id: string) => {
    try {
      await callApi(services, `/tokens/${id}`, { method: 'DELETE' })
      setToken(null)
    } catch (failure) {
      toast.error(m.tokens_failed({ reason: errorMessage(failure) }))
    }
    await queries.invalidateQueries({ queryKey: TOKENS_KEY })
  }
  return (
    <SettingsSection title={m.tokens_title()}>
      <p className="text-ink-soft">{m.tokens_text()}</p>
      <TokenForm onCreate={create} />
      {token === null ? null : <NewToken token={token} />}
      {error ? <p role="alert">{m.tokens_unread({ reason: errorMessage(error) })}</p> : null}
      <ul aria-label={m.tokens_title()} className="grid gap-1">
        {data?.tokens.map((each) => (
          <TokenRow key={each.id} token={each} onRevoke={() => void revoke(each.id)} />
        ))}
      </ul>
    </SettingsSection>
  )
}

/** Asks for a proof when the sign-in is old, and then makes the token that was asked for. */
function TokenForm({ onCreate }: { onCreate: (wanted: CreateTokenRequest) => Promise<void> }) {
  const [draft, setDraft] = useState(takeDraft)
  const { name, scope, days } = draft
  const [proving, setProving] = useState(false)
  const create = async () => {
    if (name.trim() === '') return m.tokens_name_required()
    setProving(false)
    sessionStorage.removeItem(STORAGE_KEYS.tokenDraft)
    const scopes = SCOPES.slice(0, SCOPES.indexOf(scope) + 1)
    try {
      await onCreate({ name, scopes, expiresInDays: Number(days) })
      setDraft(NEW_TOKEN)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'reauthentication_needed')) throw error
      sessionStorage.setItem(STORAGE_KEYS.tokenDraft, JSON.stringify(draft))
      setProving(true)
    }
    return undefined
  }
  const { busy, fault, submit } = useForm(create, (error) => m.tokens_failed({ reason: errorMessage(error) }))
  if (proving) return <ProofForm onDone={submit} />
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      <TextField
        label={m.tokens_name()}
        value={name}
        maxLength={MAX_NAME}
        required
        error={fault}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <Select
        label={m.tokens_scope()}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: scopeLabel(value) }))}
        onChange={(chosen) => setDraft({ ...draft, scope: chosen })}
      />
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <Select
          label={m.tokens_lifetime()}
          value={days}
          options={LIFETIMES.map((value) => ({ value, label: m.tokens_days({ n: Number(value) }) }))}
          onChange={(chosen) => setDraft({ ...draft, days: chosen })}
        />
        <Button type="submit" busy={busy} icon={<KeyRound aria-hidden className="size-5" />}>
          {m.tokens_create()}
        </Button>
      </div>
    </form>
  )
}

/** What was typed before a provider's page proved who the person is, which may have replaced ours. */
function takeDraft(): z.infer<typeof draftSchema> {
  const stored = sessionStorage.getItem(STORAGE_KEYS.tokenDraft)
  sessionStorage.removeItem(STORAGE_KEYS.tokenDraft)
  return draftSchema.catch(NEW_TOKEN).parse(stored === null ? null : JSON.parse(stored))
}

/** What a token may do whose widest scope is this one. */
function scopeLabel(widest: TokenScope): string {
  if (widest === 'write') return m.tokens_scope_write()
  return widest === 'read' ? m.tokens_scope_read() : m.tokens_scope_capture()
}

function NewToken({ token }: { token: string }) {
  const copy = async () => {
    if (await copyText(token)) toast.success(m.tokens_copied())
  }
  return (
    <TextField
      label={m.tokens_new()}
      description={m.tokens_once()}
      readOnly
      value={token}
      onFocus={(event) => event.target.select()}
      trailing={
        <IconButton label={m.tokens_copy()} onClick={() => void copy()}>
          <Copy aria-hidden />
        </IconButton>
      }
    />
  )
}

function TokenRow({ token, onRevoke }: { token: PersonalToken; onRevoke: () => void }) {
  const { language } = useSettings()
  const { name, scopes, expiresAt, isExpired, lastUsedAt } = token
  const widest = SCOPES.findLast((scope) => scopes.includes(scope)) ?? 'capture'
  const dayOf = (time: string) =>
    new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'medium' }).format(new Date(time))
  const expiry = isExpired ? m.tokens_expired : m.tokens_until
  return (
    <li className="flex min-h-13 items-center gap-3">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-soft">{scopeLabel(widest)}</p>
        <p className="text-sm text-ink-soft">
          {lastUsedAt === null ? m.tokens_unused() : m.tokens_used({ day: dayOf(lastUsedAt) })}
          {` · ${expiry({ day: dayOf(expiresAt) })}`}
        </p>
      </div>
      <IconButton label={m.tokens_revoke({ name })} onClick={onRevoke}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
