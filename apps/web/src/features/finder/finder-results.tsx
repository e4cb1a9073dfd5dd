import type { FinderResult } from '@antojo/contract/finder'
import { priceLevel } from '@antojo/domain/price'
import { m } from '@antojo/i18n/messages'
import { Copy, Globe, Navigation, Phone, Bookmark, Check } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass, Button } from '../../ui/button.tsx'
import { googleIdOf, videoOf } from '../../entities/video/video.ts'
import { cuisineName, ratingLabel } from '../../entities/video/labels.ts'
import { intlLocale } from '../../lib/view/locale.ts'
import { percentText } from '../../lib/view/format.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { todaysHours } from './finder-input.ts'
import { DirectionsLink, OutsideLink } from '../../components/outside-link.tsx'
import { CONFIDENCE, confidenceWord } from '../../entities/pipeline/confidence.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { Problem } from '../../ui/problem.tsx'

const ResultsMap = lazyComponent(() => import('../map/results-map.tsx'), 'ResultsMap')

/** One of several equals is not called the best. */
const CLEAR_LEAD = 0.05

interface FinderResultsProps {
  readonly results: readonly FinderResult[]
  /** The link that was searched; empty after a screenshot alone. */
  readonly link: string
  /** The places are doubtful: none of them is called the best match. */
  readonly isQuestion?: boolean
}

/** The places found, best first, and a map of them. */
export function FinderResults({ results, link, isQuestion = false }: FinderResultsProps) {
  const save = useSavePlace(link)
  const [first, second] = results
  const isClear = first !== undefined && first.confidence - (second?.confidence ?? 0) >= CLEAR_LEAD
  return (
    <section aria-label={m.find_results()} className="grid items-start gap-4 lg:grid-cols-2">
      <ol className="grid gap-3">
        {results.map((result, index) => (
          <Result
            key={result.placeId}
            result={result}
            top={index === 0 && isClear && !isQuestion}
            save={save}
          />
        ))}
      </ol>
      <Where results={results} />
    </section>
  )
}

/** The map of the results. Google's places may be shown on Google's map only. */
function Where({ results }: { results: readonly FinderResult[] }) {
  const config = useBootConfig()
  const mayBeDrawn = (result: FinderResult) => !isGoogle(result) || typeof config?.googleMapsKey === 'string'
  const drawn = results
    .map((result, index) => ({ result, number: index + 1 }))
    .filter(({ result }) => mayBeDrawn(result))
  const host = drawn.some(({ result }) => isGoogle(result)) ? 'google' : 'own'
  const left = config ? results.length - drawn.length : 0
  return (
    <div className="grid gap-2 lg:sticky lg:top-20">
      {drawn.length > 0 ? (
        <div className="h-72 overflow-hidden rounded-3xl border border-line lg:h-112">
          <Suspense
            fallback={
              <p className="grid h-full place-items-center text-sm text-ink-soft">{m.map_loading()}</p>
            }
          >
            <ResultsMap results={drawn} host={host} />
          </Suspense>
        </div>
      ) : null}
      {left > 0 ? <p className="text-sm text-ink-soft">{m.map_google_left_out({ n: left })}</p> : null}
    </div>
  )
}

function isGoogle({ placeId }: FinderResult): boolean {
  return googleIdOf(placeId) !== null
}

interface ResultProps {
  readonly result: FinderResult
  readonly top: boolean
  readonly save: SavePlace
}

function Result({ result, top, save }: ResultProps) {
  const copy = () => void copyWithNotice(result.placeId, m.find_id_copied())
  return (
    <li className="grid gap-3 rounded-3xl bg-surface p-4 shadow-card md:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-xl">{result.name}</h2>
        {top ? <Badge tone="maiz">{m.find_top()}</Badge> : null}
      </div>
      <p className="text-ink-soft">{result.address}</p>
      <Facts result={result} />
      <ConfidenceMeter confidence={result.confidence} />
      {result.reasons.length > 0 ? (
        <p className="text-sm text-ink-soft">{m.find_reasons({ reasons: result.reasons.join(' · ') })}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SaveButton id={result.placeId} save={save} />
        <DirectionsLink to={result} className={buttonClass({ variant: 'tonal', size: 'sm' })}>
          <Navigation aria-hidden className="size-4" />
          {m.card_directions()}
        </DirectionsLink>
        {result.phone === undefined ? null : (
          <a href={`tel:${result.phone.replaceAll(/[^\d+]/g, '')}`} className={buttonClass({ size: 'sm' })}>
            <Phone aria-hidden className="size-4" />
            {m.find_call()}
          </a>
        )}
        {result.website === undefined ? null : (
          <OutsideLink href={result.website} className={buttonClass({ size: 'sm' })}>
            <Globe aria-hidden className="size-4" />
            {m.detail_website()}
          </OutsideLink>
        )}
        <Button size="sm" onClick={copy} icon={<Copy aria-hidden className="size-4" />}>
          {m.find_copy_id()}
        </Button>
      </div>
      <SaveNote id={result.placeId} save={save} />
    </li>
  )
}

function Facts({ result }: { result: FinderResult }) {
  const [now] = useState(() => new Date())
  const line = todaysHours(result.hours, now, intlLocale())
  const [, hours] = /^\p{L}+: (.+)$/u.exec(line ?? '') ?? []
  const facts = [
    result.rating ? `★ ${ratingLabel(result.rating)}` : null,
    result.priceLevel === undefined ? null : priceLevel(result.priceLevel),
    result.cuisine.map(cuisineName).join(', '),
    result.openNow === undefined ? null : result.openNow ? m.open_now() : m.closed(),
    hours === undefined ? line : m.hours_today({ hours }),
  ].filter((fact) => fact !== null && fact !== '')
  return <p className="text-sm font-medium">{facts.join(' · ')}</p>
}

/** The finder's confidence as a word, a number and a bar. */
function ConfidenceMeter({ confidence }: { confidence: number }) {
  const percent = percentText(confidence)
  const { green, amber } = CONFIDENCE
  const colour = confidence >= green ? 'fill-cilantro' : confidence >= amber ? 'fill-maiz' : 'fill-chile'
  return (
    <div className="grid gap-1">
      <p className="flex justify-between text-sm font-semibold">
        <span>{confidenceWord(confidence)}</span>
        <span className="tabular">{percent}</span>
      </p>
      <meter className="sr-only" min={0} max={1} value={confidence} aria-label={m.find_confidence()} />
      <svg
        aria-hidden
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-sunk"
      >
        <rect width={Math.round(confidence * 100)} height={4} className={colour} />
      </svg>
    </div>
  )
}

type SaveState =
  | { readonly kind: 'saving'; readonly id: string }
  /** `videoId` leads to the card. */
  | { readonly kind: 'saved'; readonly id: string; readonly videoId: string | null }
  | { readonly kind: 'failed'; readonly id: string; readonly message: string }

interface SavePlace {
  /** Null before the first press. */
  readonly state: SaveState | null
  /** Null when there is nothing to save to: a screenshot alone has no video. */
  readonly save: ((placeId: string) => Promise<void>) | null
}

/** Saves the video of a link with the place that the person picked among the results. */
function useSavePlace(link: string): SavePlace {
  const services = useServices()
  const session = useSession()
  const cache = useVideoCache()
  const [state, setState] = useState<SaveState | null>(null)
  const save = async (id: string) => {
    setState({ kind: 'saving', id })
    const outcome = await sendToPipeline(services, {
      action: 'confirm-place',
      input: { videoUrl: link, placeId: id },
    })
    if (outcome.kind !== 'accepted') {
      const message = outcome.kind === 'error' ? outcome.message : m.error_unknown()
      return setState({ kind: 'failed', id, message })
    }
    const video = videoOf(outcome.answer.video)
    if (video) cache.putFirst(video)
    cache.announce()
    announceLesson(outcome)
    toast.success(outcome.answer.duplicate ? m.existing() : m.saved())
    setState({ kind: 'saved', id, videoId: video?.id ?? null })
  }
  return { state, save: link === '' ? null : session ? save : async () => askToEnter('open') }
}

interface SaveButtonProps {
  readonly id: string
  readonly save: SavePlace
}

/** Saves the video with this place, and then leads to its card. */
function SaveButton({ id, save: { state, save } }: SaveButtonProps) {
  if (!save) return null
  const isSaved = state?.kind === 'saved' && state.id === id
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        busy={state?.kind === 'saving' && state.id === id}
        disabled={isSaved || state?.kind === 'saving'}
        icon={
          isSaved ? <Check aria-hidden className="size-4" /> : <Bookmark aria-hidden className="size-4" />
        }
        onClick={() => void save(id)}
      >
        {isSaved ? m.find_saved() : m.find_save()}
      </Button>
      {isSaved && state.videoId !== null ? (
        <Link
          href={`${paths.home}?video=${state.videoId}`}
          className={buttonClass({ variant: 'tonal', size: 'sm' })}
        >
          {m.see()}
        </Link>
      ) : null}
    </>
  )
}

/** How saving ended, or why there is nothing to press. */
function SaveNote({ id, save: { state } }: SaveButtonProps) {
  if (state?.id !== id || state.kind !== 'failed') return null
  const text = `${m.save_failed({ msg: state.message })} ${m.find_save_again()}`
  return <Problem text={text} className="text-sm" />
}
