import { m } from '@antojo/i18n/messages'
import { CircleAlert, CircleCheck, Copy, LoaderCircle, RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { listOf, type Answer } from '../../lib/api/rest.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** The tests, in the order of their findings. */
const LABELS = [m.diagnostics_server, m.diagnostics_auth, m.diagnostics_read, m.diagnostics_write] as const

/** Whether the app can reach, read and write (spec §6). */
export function DiagnosticsDialog({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['diagnostics'],
    queryFn: () => probe(services),
    gcTime: 0,
    staleTime: Infinity,
    networkMode: 'always',
    // An old success says nothing about now.
    meta: { keepOffline: false },
  })
  const found = isFetching ? undefined : data
  const rows = LABELS.map((label, index) => ({ label: label(), finding: found?.[index] }))
  const copy = () => {
    const text = rows.map(({ label, finding }) => `${label}: ${finding?.text ?? ''}`).join('\n')
    void copyWithNotice(`${text}\n${navigator.userAgent}`, m.diagnostics_copied())
  }
  return (
    <Dialog
      title={m.diagnostics_title()}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button icon={<Copy aria-hidden className="size-4.5" />} disabled={!data} onClick={copy}>
            {m.diagnostics_copy()}
          </Button>
          <Button
            variant="primary"
            busy={isFetching}
            icon={<RotateCw aria-hidden className="size-4.5" />}
            onClick={() => void refetch()}
          >
            {m.diagnostics_run()}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-soft">{m.diagnostics_text()}</p>
      <ul aria-live="polite" className="grid gap-2">
        {rows.map(({ label, finding }) => (
          <li
            key={label}
            className="flex items-start gap-3 rounded-2xl bg-surface px-4 py-3 contrast:border contrast:border-line"
          >
            <Sign finding={finding} />
            <div className="min-w-0">
              <p className="font-semibold">{label}</p>
              <p className="tabular text-sm text-ink-soft">{finding?.text ?? m.diagnostics_running()}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Sign({ finding }: { finding: Finding | undefined }) {
  if (!finding)
    return <LoaderCircle aria-hidden className="mt-0.5 size-5 shrink-0 animate-spin text-ink-soft" />
  return finding.ok ? (
    <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-cilantro-text" />
  ) : (
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-chile-text" />
  )
}

interface Finding {
  readonly ok: boolean
  readonly text: string
}

/** Tests the server, the auth service and the data API as the app uses them, and writes one hidden row. */
async function probe(services: Services): Promise<readonly Finding[]> {
  const first = await Promise.all([probeServer(), probeAuth(services), probeRead(services)])
  return [...first, await probeWrite(services)]
}

async function probeServer(): Promise<Finding> {
  const started = performance.now()
  try {
    const answer = await fetch('/readyz')
    return answer.ok
      ? fine(started)
      : { ok: false, text: m.server_error({ status: answer.status, detail: '/readyz' }) }
  } catch (error) {
    return { ok: false, text: messageOf(error) }
  }
}

async function probeAuth({ session }: Services): Promise<Finding> {
  const current = session.current()
  if (!current) return { ok: true, text: m.header_guest() }
  try {
    const auth = await session.client()
    const { error } = await auth.getUser()
    return error
      ? { ok: false, text: m.diagnostics_auth_error({ message: error.message }) }
      : { ok: true, text: m.diagnostics_user({ email: current.user.email }) }
  } catch (error) {
    return { ok: false, text: m.diagnostics_auth_error({ message: messageOf(error) }) }
  }
}

async function probeRead({ rest }: Services): Promise<Finding> {
  const started = performance.now()
  const answer = await rest.from('videos').select('id').limit(1)
  const texts = { error: m.diagnostics_read_error, exception: m.diagnostics_read_exception }
  return answer.error ? failureOf(answer, texts) : fine(started)
}

/** Inserts a marked row and deletes it again, with any that an interrupted test left. */
async function probeWrite({ rest, session }: Services): Promise<Finding> {
  const userId = session.current()?.user.id
  if (userId === undefined) return { ok: true, text: m.diagnostics_guest() }
  const started = performance.now()
  const video_url = `${location.origin}/diagnostics/${crypto.randomUUID()}`
  const row = { video_url, title: 'diagnostics', is_diagnostic: true }
  const inserted = await rest.from('videos').insert(row).select('id')
  const marked = { user_id: userId, is_diagnostic: true }
  const removed = await rest.from('videos').delete().match(marked).select('id')
  const failed = [inserted, removed].find(({ error }) => error)
  const texts = { error: m.diagnostics_write_error, exception: m.diagnostics_write_exception }
  if (failed) return failureOf(failed, texts)
  return listOf(removed).length > 0 ? fine(started) : { ok: false, text: texts.error({ message: 'delete' }) }
}

type Texts = Readonly<Record<'error' | 'exception', (failure: { message: string }) => string>>

/** The client's status is 0 when the request itself failed, which spec §8 calls an exception instead of an error. */
function failureOf({ error, status }: Answer<unknown>, texts: Texts): Finding {
  const text = status === 0 ? texts.exception : texts.error
  return { ok: false, text: text({ message: error?.message ?? '' }) }
}

function fine(started: number): Finding {
  return { ok: true, text: m.diagnostics_ok_ms({ ms: Math.round(performance.now() - started) }) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
