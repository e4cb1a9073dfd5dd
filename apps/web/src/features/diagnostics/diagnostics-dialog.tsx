import { m } from '@antojo/i18n/messages'
import { CircleAlert, CircleCheck, Copy, LoaderCircle, RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useServices, type Services } from '../../lib/services.tsx'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

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
  const rows = rowsOf(isFetching ? undefined : data)
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

function rowsOf(found: Findings | undefined): readonly { label: string; finding: Finding | undefined }[] {
  return [
    { label: m.diagnostics_server(), finding: found?.server },
    { label: m.diagnostics_auth(), finding: found?.auth },
    { label: m.diagnostics_read(), finding: found?.read },
    { label: m.diagnostics_write(), finding: found?.write },
  ]
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

interface Findings {
  readonly server: Finding
  readonly auth: Finding
  readonly read: Finding
  readonly write: Finding
}

/** Tests the server, the auth service and the data API as the app uses them, and writes one hidden row. */
async function probe(services: Services): Promise<Findings> {
  const [server, auth, read] = await Promise.all([probeServer(), probeAuth(services), probeRead(services)])
  return { server, auth, read, write: await probeWrite(services) }
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
  try {
    const { error, status } = await rest.from('videos').select('id').limit(1)
    if (!error) return fine(started)
    const { message } = error
    return {
      ok: false,
      text: isAnswer(status)
        ? m.diagnostics_read_error({ message })
        : m.diagnostics_read_exception({ message }),
    }
  } catch (error) {
    return { ok: false, text: m.diagnostics_read_exception({ message: messageOf(error) }) }
  }
}

/** Inserts a marked row and deletes it again, with any that an interrupted test left. */
async function probeWrite({ rest, session }: Services): Promise<Finding> {
  const userId = session.current()?.user.id
  if (userId === undefined) return { ok: true, text: m.diagnostics_guest() }
  const started = performance.now()
  const remove = () =>
    rest.from('videos').delete().match({ user_id: userId, is_diagnostic: true }).select('id')
  try {
    const inserted = await rest
      .from('videos')
      .insert({
        video_url: `${location.origin}/diagnostics/${crypto.randomUUID()}`,
        title: 'diagnostics',
        is_diagnostic: true,
      })
      .select('id')
    const removed = await remove()
    const failed = [inserted, removed].find(({ error }) => error)
    if (failed?.error) {
      const { message } = failed.error
      return {
        ok: false,
        text: isAnswer(failed.status)
          ? m.diagnostics_write_error({ message })
          : m.diagnostics_write_exception({ message }),
      }
    }
    const ids = z.array(z.object({ id: z.string() })).parse(removed.data)
    return ids.length > 0
      ? fine(started)
      : { ok: false, text: m.diagnostics_write_error({ message: 'delete' }) }
  } catch (error) {
    await remove().then(undefined, () => undefined)
    return { ok: false, text: m.diagnostics_write_exception({ message: messageOf(error) }) }
  }
}

/** The client's status is 0 when the request itself failed, which spec §8 calls an exception instead of an error. */
function isAnswer(status: number): boolean {
  return status !== 0
}

function fine(started: number): Finding {
  return { ok: true, text: m.diagnostics_ok_ms({ ms: Math.round(performance.now() - started) }) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
