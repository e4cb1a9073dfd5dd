import { m } from '@antojo/i18n/messages'
import { CircleAlert, CircleCheck, Copy, LoaderCircle, RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { copyText } from '../../lib/device/clipboard.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { probe, type Finding, type Findings } from './probes.ts'

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
  const copy = async () => {
    const text = rows.map(({ label, finding }) => `${label}: ${finding?.text ?? ''}`).join('\n')
    if (await copyText(`${text}\n${navigator.userAgent}`)) toast.success(m.diagnostics_copied())
    else toast.error(m.copy_failed())
  }
  return (
    <Dialog
      title={m.diagnostics_title()}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<Copy aria-hidden className="size-4.5" />}
            disabled={!data}
            onClick={() => void copy()}
          >
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
