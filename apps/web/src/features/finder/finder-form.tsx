import { m } from '@antojo/i18n/messages'
import { ClipboardPaste } from 'lucide-react'
import { useId, useRef, type RefObject } from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { UploadField } from './upload-field.tsx'
import { isFullySupported, urlProblem, type FinderFields, type UrlProblem } from './finder-input.ts'

interface FinderFormProps {
  readonly fields: FinderFields
  readonly change: (change: Partial<FinderFields>) => void
  /** True after the first submit; problems are shown from then on. */
  readonly sent: boolean
  readonly busy: boolean
  readonly caption: RefObject<HTMLTextAreaElement | null>
  readonly onSubmit: () => void
  readonly onReset: () => void
}

/** The finder's four fields (spec §2). */
export function FinderForm({ fields, change, sent, busy, caption, onSubmit, onReset }: FinderFormProps) {
  const url = useRef<HTMLInputElement>(null)
  const problem = urlProblem(fields.url, fields.seen)
  return (
    <form
      noValidate
      className="grid gap-4 rounded-3xl bg-surface p-4 shadow-card md:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem) url.current?.focus()
        onSubmit()
      }}
    >
      <UrlField
        field={url}
        value={fields.url}
        problem={sent ? problem : null}
        onChange={(text) => change({ url: text })}
      />
      <Caption field={caption} value={fields.caption} onChange={(text) => change({ caption: text })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.find_hashtags()}
          placeholder="#tacos #cdmx"
          value={fields.hashtags}
          maxLength={2000}
          onChange={(event) => change({ hashtags: event.target.value })}
        />
        <TextField
          label={m.find_city()}
          placeholder={m.find_city_hint()}
          value={fields.city}
          maxLength={200}
          onChange={(event) => change({ city: event.target.value })}
        />
      </div>
      <UploadField seen={fields.seen} onSeen={(seen) => change({ seen })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} className="grow sm:grow-0">
          {m.find_submit()}
        </Button>
        <Button onClick={onReset} className="grow sm:grow-0">
          {m.find_reset()}
        </Button>
      </div>
    </form>
  )
}

interface UrlFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly problem: UrlProblem | null
  readonly onChange: (text: string) => void
}

function UrlField({ field, value, problem, onChange }: UrlFieldProps) {
  const warned = value.trim() !== '' && urlProblem(value) === null && !isFullySupported(value)
  const paste = async () => {
    const text = await readClipboard()
    if (text === null) toast.error(m.clipboard_failed())
    else onChange(text.trim())
    field.current?.focus()
  }
  return (
    <TextField
      ref={field}
      label={m.find_url()}
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://www.tiktok.com/@…/video/…"
      value={value}
      maxLength={2000}
      onChange={(event) => onChange(event.target.value)}
      error={problem ? (problem === 'missing' ? m.find_url_missing() : m.find_url_invalid()) : undefined}
      {...(warned && { description: m.find_host_warning() })}
      trailing={
        <button
          type="button"
          onClick={() => void paste()}
          className="mr-1 inline-flex min-h-10 items-center gap-1.5 rounded-lg px-2.5 text-sm font-semibold hover:bg-sunk"
        >
          <ClipboardPaste aria-hidden className="size-4.5" />
          <span className="sr-only sm:not-sr-only">{m.find_paste()}</span>
        </button>
      }
    />
  )
}

interface CaptionProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly value: string
  readonly onChange: (text: string) => void
}

function Caption({ field, value, onChange }: CaptionProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {m.find_caption()}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={value}
        maxLength={5000}
        onChange={(event) => onChange(event.target.value)}
        className={`${FIELD_CLASS} py-2.5`}
      />
    </div>
  )
}
