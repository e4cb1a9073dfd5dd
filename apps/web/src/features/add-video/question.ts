import { confirmCandidate, type ConfirmCandidate } from '@antojo/contract/ai'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { errorText } from '../../lib/api/error-text.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import type { AddFailure, AddOutcome } from '../../entities/pipeline/outcome.ts'

/** The next step for a link: the person chooses a place, or helps to find it. */
export interface Question {
  readonly url: string
  /** The row that keeps the link; null when the server has none. */
  readonly video: Video | null
  /** At most three; empty when there is nothing to choose from. */
  readonly candidates: readonly ConfirmCandidate[]
  readonly title: string
  /** The result so far, and the next step. */
  readonly message: string
  /** Why the last try failed; null after one that did not. */
  readonly problem: string | null
  /** Status and codes of a post that could not be read (spec §8). */
  readonly technical: Technical | null
  /** True while this device keeps the link and tries again by itself. */
  readonly isQueued: boolean
}

interface Technical {
  readonly platform: string
  readonly status: number | null
  readonly body: unknown
}

type Open = Exclude<AddOutcome, AddFailure | { readonly kind: 'accepted' }>

const NOTHING = { candidates: [], problem: null, technical: null, isQueued: false } as const

/** The question that an outcome leaves open. */
export function questionOf(outcome: Open, url: string): Question {
  const video = videoOf(outcome.answer.video ?? null)
  const open = { ...NOTHING, url, video }
  switch (outcome.kind) {
    case 'needs_confirmation':
      return { ...open, candidates: outcome.answer.top, title: m.weak_title(), message: m.help_put_off() }
    case 'weak_data':
      return { ...open, title: m.weak_title(), message: whatWasFound(outcome.answer) }
    default: {
      const { error, detail, requestId, platform, status } = outcome.answer
      const message = errorText(error, m.error_oembed_other())
      const technical = { platform, status, body: { error, detail, requestId } }
      return { ...open, title: m.oembed_title(), message, technical }
    }
  }
}

/** The question of a row that waits for the person. */
export function questionOfRow(video: Video): Question {
  const asked = confirmCandidate.array().safeParse(video.identifyQuestion)
  const candidates = video.identifyState === 'question' && asked.success ? asked.data : []
  const open = { ...NOTHING, url: video.url, video, candidates }
  const reason = video.identifyReason
  if (candidates.length > 0) return { ...open, title: m.weak_title(), message: m.help_put_off() }
  switch (reason) {
    case 'not_a_restaurant_post':
      return { ...open, title: m.weak_title(), message: m.weak_not_place() }
    case null:
    case 'no_restaurant_name':
    case 'insufficient_restaurant_data':
      return { ...open, title: m.weak_title(), message: m.weak_no_name() }
    default:
      return { ...open, title: m.oembed_title(), message: errorText(reason, m.error_oembed_other()) }
  }
}

/** The question after a failure. Without a row, the device keeps the link when another try can help. */
export function questionOfFailure({ message }: AddFailure, video: Video | null, url: string): Question {
  return { ...NOTHING, url, video, title: video ? m.oembed_title() : m.add_failed_title(), message }
}

/** One sentence on how to get the text of a post on its platform. */
export function captionTip(url: string): string {
  const tips = {
    TikTok: m.weak_tip_tiktok,
    Instagram: m.weak_tip_instagram,
    YouTube: m.weak_tip_youtube,
    Facebook: m.weak_tip_facebook,
    Other: m.weak_tip_other,
  } as const
  return tips[platformOfUrl(url)]()
}

type WeakAnswer = Extract<AddOutcome, { kind: 'weak_data' }>['answer']

function whatWasFound({ weak_reason, extracted_signals, whisper_transcript }: WeakAnswer): string {
  if (weak_reason === 'not_a_restaurant_post') return m.weak_not_place()
  if (extracted_signals.restaurantName) return m.weak_name({ name: extracted_signals.restaurantName })
  return [m.weak_no_name(), whisper_transcript ? m.weak_transcript_yes() : m.weak_transcript_no()].join(' ')
}
