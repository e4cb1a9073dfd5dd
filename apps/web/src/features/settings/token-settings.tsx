import {
  createdToken,
  type CreateTokenRequest,
  type PersonalToken,
  type TokenScope,
  tokensResponse,
} from '@antojo/contract/account'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, KeyRound, X } from 'lucide-react'
import { useState } from 'react'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { copyText } from '../../lib/device/clipboard.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SettingsSection } from './settings-section.tsx'

const TOKENS_KEY = ['tokens']
const LIFETIMES = ['30', '90', '365']
const MAX_NAME = 80
/** What a person can allow a token, each with all before it. */
const SCOPES: readonly TokenScope[] = ['capture', 'read', 'write']

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
  const change = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (failure) {
      toast.error(m.tokens_failed({ reason: errorMessage(failure) }))
    }
    await queries.invalidateQueries({ queryKey: TOKENS_KEY })
  }
  const create = async (json: CreateTokenRequest) => {
    const made = await fetchJson(services, createdToken, '/tokens', { method: 'POST', json })
    setToken(made.token)
  }
  const revoke = async (id: string) => {
    await callApi(services, `/tokens/${id}`, { method: 'DELETE' })
    setToken(null)
  }
  return (
    <SettingsSection title={m.tokens_title()}>
      <p className="text-ink-soft">{m.tokens_text()}</p>
      <TokenForm onCreate={(wanted) => void change(() => create(wanted))} />
      {token === null ? null : <NewToken token={token} />}
      {error ? <p role="alert">{m.tokens_unread({ reason: errorMessage(error) })}</p> : null}
      <ul aria-label={m.tokens_title()} className="grid gap-1">
        {data?.tokens.map((each) => (
          <TokenRow key={each.id} token={each} onRevoke={() => void change(() => revoke(each.id))} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function TokenForm({ onCreate }: { onCreate: (wanted: CreateTokenRequest) => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('capture')
  const [days, setDays] = useState('90')
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onCreate({
          name,
          scopes: SCOPES.slice(0, SCOPES.indexOf(scope) + 1),
          expiresInDays: Number(days),
        })
        setName('')
      }}
    >
      <TextField
        label={m.tokens_name()}
        value={name}
        maxLength={MAX_NAME}
        required
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={m.tokens_scope()}
        value={scope}
        options={SCOPES.map((value) => ({ value, label: scopeLabel(value) }))}
        onChange={setScope}
      />
      <div className="grid grid-cols-[1fr_auto] items-end gap-2">
        <Select
          label={m.tokens_lifetime()}
          value={days}
          options={LIFETIMES.map((value) => ({ value, label: m.tokens_days({ n: Number(value) }) }))}
          onChange={setDays}
        />
        <Button type="submit" icon={<KeyRound aria-hidden className="size-5" />}>
          {m.tokens_create()}
        </Button>
      </div>
    </form>
  )
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
