import type { UserHints, WeakDataResponse } from '@antojo/contract/ai'
import { platformOfUrl, type Platform } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { Lightbulb } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

interface WeakDataBoxProps {
  readonly answer: WeakDataResponse
  readonly onRetry: (hints: UserHints) => void
  readonly onLookUp: () => void
  readonly onDismiss: () => void
}

/** Shown when the video names no place clearly: what was found, where to look on the platform, and fields for details. */
export function WeakDataBox({ answer, onRetry, onLookUp, onDismiss }: WeakDataBoxProps) {
  const [restaurantName, setName] = useState(
    answer.weak_reason === 'not_a_restaurant_post' ? '' : (answer.extracted_signals.restaurantName ?? ''),
  )
  const [place, setPlace] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const name = restaurantName.trim()
    const where = place.trim()
    if (name || where) onRetry({ ...(name && { restaurantName: name }), ...(where && { location: where }) })
  }
  return (
    <section
      role="alert"
      className="mb-4 grid animate-rise gap-3 rounded-2xl border border-line-strong bg-maiz-soft p-4 md:p-5"
    >
      <h2 className="flex items-center gap-2 text-lg">
        <Lightbulb aria-hidden className="size-5" />
        {m.weak_title()}
      </h2>
      <p className="max-w-prose">{whatWasFound(answer)}</p>
      <p className="max-w-prose text-sm">{tipFor(platformOfUrl(answer.originalVideoUrl))}</p>
      {answer.video ? <p className="text-sm">{m.weak_saved()}</p> : null}
      <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <TextField
          label={m.weak_hint_name()}
          value={restaurantName}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={m.weak_hint_location()}
          value={place}
          maxLength={120}
          onChange={(event) => setPlace(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {m.retry()}
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onLookUp}>{m.confirm_details_open()}</Button>
        <Button variant="quiet" onClick={onDismiss}>
          {m.oembed_dismiss()}
        </Button>
      </div>
    </section>
  )
}

function whatWasFound({ weak_reason, extracted_signals, whisper_transcript }: WeakDataResponse): string {
  if (weak_reason === 'not_a_restaurant_post') return m.weak_not_place()
  if (extracted_signals.restaurantName) return m.weak_name({ name: extracted_signals.restaurantName })
  return [m.weak_no_name(), whisper_transcript ? m.weak_transcript_yes() : m.weak_transcript_no()].join(' ')
}

function tipFor(platform: Platform): string {
  const tips: Readonly<Record<Platform, () => string>> = {
    TikTok: m.weak_tip_tiktok,
    Instagram: m.weak_tip_instagram,
    YouTube: m.weak_tip_youtube,
    Facebook: m.weak_tip_facebook,
    Other: m.weak_tip_other,
  }
  return tips[platform]()
}
