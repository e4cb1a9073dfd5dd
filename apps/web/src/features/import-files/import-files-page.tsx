import {
  type ImportChoice,
  importPreview,
  type ImportPreview,
  importsResponse,
  type ImportView,
} from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { Page } from '../../components/page.tsx'
import { videoKeys } from '../../entities/video/query.ts'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useTask } from '../../lib/use-task.ts'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { DropZone } from './drop-zone.tsx'
import { ImportCard } from './import-card.tsx'
import { IMPORT_KEY } from './report/left-out.tsx'
import { ReportPage } from './report/report-page.tsx'
import { Sources } from './sources.tsx'

const IMPORTS_KEY = ['imports']
const REFRESH_MS = 4_000
/** While posts are read later. */
const QUIET_REFRESH_MS = 60_000

/** Brings what a person saved elsewhere: a file, its preview, then the import, which can be undone as a whole. */
export function ImportFilesPage() {
  const { imports, error, isUploading, latest, upload, readAgain, start, undo } = useImports()
  const [params] = useSearchParams()
  const shown = imports.find(({ id, state }) => id === params.get('report') && state !== 'preview')
  if (shown) return <ReportPage item={shown} />
  return (
    <Page title={m.page_imports()} width="text">
      <p className="text-ink-soft">{m.imports_text()}</p>
      <DropZone isBusy={isUploading} onFile={(file) => void upload(file)} />
      {error ? <p role="alert">{m.imports_unread({ reason: errorMessage(error) })}</p> : null}
      <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4">
        {imports.map((each) => (
          <ImportCard
            key={each.id}
            item={each}
            preview={latest?.preview.id === each.id ? latest.preview : null}
            onRead={readAgain}
            onStart={(parts) => start(each.id, parts)}
            onUndo={() => undo(each)}
          />
        ))}
      </div>
      <Sources />
    </Page>
  )
}

/** True while the numbers of an import change by themselves. */
function isMoving({ state, counts }: ImportView): boolean {
  return state === 'running' || counts.reading > 0
}

interface ReadFile {
  readonly file: File
  readonly choice: ImportChoice
  readonly preview: ImportPreview
}

function useImports() {
  const services = useServices()
  const queries = useQueryClient()
  const [isUploading, whileUploading] = useTask()
  const [latest, setLatest] = useState<ReadFile | null>(null)
  const { data, error } = useAnswer([...IMPORTS_KEY, 'all'], importsResponse, '/imports', {
    refetchInterval: ({ state }) => {
      if (state.data?.imports.some(isMoving) === true) return REFRESH_MS
      return state.data?.imports.some(({ counts }) => counts.later > 0) === true ? QUIET_REFRESH_MS : false
    },
  })
  const refresh = () => queries.invalidateQueries({ queryKey: IMPORTS_KEY })
  const change = async (work: () => Promise<unknown>) => {
    await attempt(m.imports_failed, work)
    await refresh()
  }
  const read = (file: File, choice: ImportChoice) =>
    change(async () => {
      const path = `/imports?${queryOf(file, choice)}`
      const preview = await fetchJson(services, importPreview, path, { method: 'POST', body: file })
      setLatest({ file, choice, preview })
    })
  const upload = (file: File) => whileUploading(() => read(file, {}))
  const readAgain = async (choice: ImportChoice) => {
    if (latest === null) return
    const columns = { ...latest.choice.columns, ...choice.columns }
    await read(latest.file, { ...choice, ...(choice.columns && { columns }) })
  }
  const start = (id: string, parts: readonly number[]) =>
    change(async () => {
      await callApi(services, `/imports/${id}/start`, { method: 'POST', json: { parts } })
      await queries.invalidateQueries({ queryKey: videoKeys.all })
    })
  const undo = async ({ id, state }: ImportView) => {
    const [title, text, agree] = [m.imports_undo_question(), m.imports_undo_text(), m.imports_undo()]
    if (state !== 'preview' && !(await confirm({ title, text, agree }))) return
    await change(async () => {
      await callApi(services, `/imports/${id}`, { method: 'DELETE' })
      if (state === 'preview') return
      toast.success(m.imports_undone())
      // Not what the screen still shows of an import that is gone.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== IMPORT_KEY })
    })
  }
  return { imports: data?.imports ?? [], error, isUploading, latest, upload, readAgain, start, undo }
}

function queryOf({ name }: File, { format, columns }: ImportChoice): URLSearchParams {
  return new URLSearchParams({
    name: name.slice(-200),
    ...(format !== undefined && { format }),
    ...(columns && {
      columns: Object.entries(columns)
        .map(([column, index]) => `${column}:${index}`)
        .join(),
    }),
  })
}
