import { importsResponse, importView, type ImportView } from '@antojo/contract/transfer/imports'
import { MAX_UPLOAD_BYTES } from '@antojo/contract/read-media'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { videoKeys } from '../../entities/video/video-keys.ts'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { ImportCard } from './import-card.tsx'

const IMPORTS_KEY = ['imports']
const REFRESH_MS = 4_000
const UPLOAD_MB = MAX_UPLOAD_BYTES / 1024 ** 2

/** Brings what a person saved elsewhere: a file, its preview, then the import, which can be undone as a whole. */
export function ImportFilesPage() {
  const { imports, error, isUploading, upload, start, undo } = useImports()
  return (
    <Page title={m.page_imports()} width="text">
      <p className="text-ink-soft">{m.imports_text()}</p>
      <FileButton
        accept=".zip,.json,.geojson,.html,.htm,.txt,.csv,.tsv,.kml,.kmz,.gpx"
        busy={isUploading}
        icon={<FileUp aria-hidden className="size-5" />}
        label={m.imports_choose()}
        onFile={(file) => void upload(file)}
      >
        {isUploading ? m.imports_reading() : m.imports_choose()}
      </FileButton>
      <details className="w-full text-sm">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{m.imports_how()}</summary>
        <ul className="grid list-disc gap-2 pl-5 text-ink-soft">
          <li>{m.imports_how_tiktok()}</li>
          <li>{m.imports_how_instagram()}</li>
          <li>{m.imports_how_google()}</li>
          <li>{m.imports_how_others()}</li>
          <li>{m.imports_how_size({ mb: UPLOAD_MB })}</li>
        </ul>
      </details>
      {error ? <p role="alert">{m.imports_unread({ reason: errorMessage(error) })}</p> : null}
      <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4">
        {imports.map((each) => (
          <ImportCard
            key={each.id}
            item={each}
            onStart={(parts) => start(each.id, parts)}
            onUndo={() => undo(each)}
          />
        ))}
      </div>
    </Page>
  )
}

/** True while the numbers of an import change by themselves. */
function isMoving({ state, counts }: ImportView): boolean {
  return state === 'running' || counts.reading > 0
}

function useImports() {
  const services = useServices()
  const queries = useQueryClient()
  const [isUploading, setIsUploading] = useState(false)
  const { data, error } = useQuery({
    queryKey: IMPORTS_KEY,
    queryFn: () => fetchJson(services, importsResponse, '/imports'),
    refetchInterval: ({ state }) => (state.data?.imports.some(isMoving) === true ? REFRESH_MS : false),
    meta: { keepOffline: false },
  })
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (failure) {
      toast.error(m.imports_failed({ reason: errorMessage(failure) }))
    }
    await queries.invalidateQueries({ queryKey: IMPORTS_KEY })
  }
  const upload = async (file: File) => {
    setIsUploading(true)
    const path = `/imports?name=${encodeURIComponent(file.name.slice(-200))}`
    await change(() => fetchJson(services, importView, path, { method: 'POST', body: file }))
    setIsUploading(false)
  }
  const start = (id: string, parts: readonly number[]) =>
    change(async () => {
      await callApi(services, `/imports/${id}/start`, { method: 'POST', json: { parts } })
      await queries.invalidateQueries({ queryKey: videoKeys.all })
    })
  const undo = async ({ id, state }: ImportView) => {
    const question = {
      title: m.imports_undo_question(),
      text: m.imports_undo_text(),
      agree: m.imports_undo(),
    }
    if (state !== 'preview' && !(await confirm(question))) return
    await change(async () => {
      await callApi(services, `/imports/${id}`, { method: 'DELETE' })
      if (state === 'preview') return
      toast.success(m.imports_undone())
      await queries.invalidateQueries()
    })
  }
  return { imports: data?.imports ?? [], error, isUploading, upload, start, undo }
}
