import { m } from '@antojo/i18n/messages'
import { ChevronDown, ClipboardPaste, ImageUp } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject, useEffectEvent } from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextArea, TextField } from '../../ui/form/form.tsx'
import { isFullySupported, urlProblem } from './finder-input.ts'
import type { FinderForm as FormState } from './use-finder.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { readMedia } from '../../entities/pipeline/send-to-pipeline.ts'

interface FinderFormProps {
  readonly form: FormState
  readonly caption: RefObject<HTMLTextAreaElement | null>
  /** There is an answer: saving it is the next step, not another search. */
  readonly isAnswered: boolean
  /** The person was asked for hints. */
  readonly wantsHints: boolean
  readonly onReset: () => void
}

/** The finder's four fields (spec §2): the link, and hints that open when they are wanted. */
export function FinderForm({ form, caption, isAnswered, wantsHints, onReset }: FinderFormProps) {
  const [reading, setReading] = useState(false)
  return (
    <Form form={form} className="grid gap-4 rounded-3xl bg-surface p-4 shadow-card md:p-6">
      <UrlField form={form} />
      <Hints form={form} caption={caption} isWanted={wantsHints} />
      <UploadField
        seen={form.values.seen}
        busy={reading}
        onBusy={setReading}
        onSeen={(seen) => form.set({ seen })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={isAnswered ? 'tonal' : 'primary'}
          busy={form.busy || reading}
          className="grow sm:grow-0"
        >
          {m.find_submit()}
        </Button>
        <Button onClick={onReset} className="grow sm:grow-0">
          {m.find_reset()}
        </Button>
      </div>
    </Form>
  )
}

interface HintsProps {
  readonly form: FormState
  readonly caption: RefObject<HTMLTextAreaElement | null>
  readonly isWanted: boolean
}

/** Further words about the post. Open while a field is filled or hints are wanted. */
function Hints({ form, caption, isWanted }: HintsProps) {
  const { caption: text, hashtags, city } = form.values
  const isFilled = text + hashtags + city !== ''
  const [isOpen, setOpen] = useState(isFilled)
  if ((isFilled || isWanted) && !isOpen) setOpen(true)
  useEffect(() => {
    if (isWanted) caption.current?.focus()
  }, [isWanted, caption])
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm">
        <span className="font-semibold">{m.find_hints()}</span>
        <span className="truncate text-ink-soft">{m.find_hints_text()}</span>
        <ChevronDown
          aria-hidden
          className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 pt-2">
        <TextArea
          {...form.field('caption')}
          ref={caption}
          label={m.find_caption()}
          rows={3}
          maxLength={5000}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('hashtags')}
            label={m.find_hashtags()}
            placeholder="#tacos #cdmx"
            maxLength={2000}
          />
          <TextField
            {...form.field('city')}
            label={m.find_city()}
            placeholder={m.find_city_hint()}
            maxLength={200}
          />
        </div>
      </div>
    </details>
  )
}

function UrlField({ form }: { form: FormState }) {
  const field = useRef<HTMLInputElement>(null)
  const { url } = form.values
  const warned = url.trim() !== '' && urlProblem(url) === null && !isFullySupported(url)
  const paste = async () => {
    const text = await readClipboard()
    if (text === null) toast.error(m.clipboard_failed())
    else form.set({ url: text.trim() })
    field.current?.focus()
  }
  return (
    <TextField
      {...form.field('url')}
      ref={field}
      label={m.find_url()}
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://www.tiktok.com/@…/video/…"
      maxLength={2000}
      {...(warned && { description: m.find_host_warning() })}
      trailing={
        <button
          type="button"
          onClick={() => void paste()}
          className="mr-1 inline-flex min-h-10 touch:min-h-11 touch:min-w-11 items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold hover:bg-sunk"
        >
          <ClipboardPaste aria-hidden className="size-4.5" />
          <span className="sr-only sm:not-sr-only">{m.find_paste()}</span>
        </button>
      }
    />
  )
}

interface UploadFieldProps {
  readonly seen: string
  /** True while a file is being read. */
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  readonly onSeen: (text: string) => void
}

/** Accepts a screenshot or clip instead of or with a link, because links break and platforms block. Needs an account. */
function UploadField({ seen, busy, onBusy, onSeen }: UploadFieldProps) {
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
