import { m } from '@antojo/i18n/messages'
import { ImageUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { readMedia } from '../../entities/pipeline/send-to-pipeline.ts'

interface UploadFieldProps {
  readonly seen: string
  /** True while a file is being read. */
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  readonly onSeen: (text: string) => void
}

/** Accepts a screenshot or clip instead of or with a link, because links break and platforms block. Needs an account. */
export function UploadField({ seen, busy, onBusy, onSeen }: UploadFieldProps) {
  const services = useServices()
  const session = useSession()

  const read = async (file: Blob | null) => {
    if (!file) return
    onBusy(true)
    const text = await readMedia(services, file)
    onBusy(false)
    if (text === null) toast.error(m.find_upload_failed())
    else if (text === '') toast.info(m.find_upload_empty())
    else onSeen(text)
  }
  const readShared = useEffectEvent((file: Blob | null) => void read(file))
  useEffect(() => {
    void takeSharedFile().then(readShared)
  }, [])

  if (!session) return null
  return (
    <div className="grid justify-items-start gap-2">
      <FileButton
        accept="image/*,video/*"
        busy={busy}
        icon={<ImageUp aria-hidden className="size-4.5" />}
        label={m.find_upload()}
        onFile={(file) => void read(file)}
      >
        {busy ? m.find_upload_busy() : m.find_upload()}
      </FileButton>
      {seen === '' ? null : (
        <p aria-live="polite" className="line-clamp-4 text-sm whitespace-pre-line text-ink-soft">
          {m.find_upload_seen({ text: seen })}
        </p>
      )}
    </div>
  )
}

/** Cache and key under which the service worker stores a picture or clip shared by another app. */
const SHARED_CACHE = 'shared'
const SHARED_FILE = '/shared-file'

/** Takes the shared file out of the cache; null when this page was not opened by sharing one. */
async function takeSharedFile(): Promise<Blob | null> {
  if (!new URLSearchParams(location.search).has('shared')) return null
  history.replaceState(history.state, '', location.pathname)
  try {
    const cache = await caches.open(SHARED_CACHE)
    const response = await cache.match(SHARED_FILE)
    await cache.delete(SHARED_FILE)
    return response ? await response.blob() : null
  } catch {
    return null
  }
}
