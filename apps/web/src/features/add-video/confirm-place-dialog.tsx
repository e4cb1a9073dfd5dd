import type { ConfirmCandidate } from '@antojo/contract/ai'
import { m } from '@antojo/i18n/messages'
import { Check, ChevronDown, CircleCheck, MapPin } from 'lucide-react'
import { useState } from 'react'
import { percentText } from '../../lib/view/format.ts'
import { cx } from '../../lib/view/cx.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useFreshDetails } from '../../entities/video/use-fresh-details.ts'
import { reasonText } from '../../entities/pipeline/reason-text.ts'
import { PlaceMapBox } from '../map/place-map-box.tsx'
import { Photo } from '../videos/photo.tsx'
import type { Question } from './question.ts'
import { Problem } from '../../ui/problem.tsx'
import { CONFIDENCE, confidenceWord } from '../../entities/pipeline/confidence.ts'

interface ConfirmPlaceDialogProps {
  readonly question: Question
  readonly onChoose: (placeId: string) => void
  /** True while a choice is being saved. */
  readonly busy: boolean
  /** The person chose none of them and looks the place up. */
  readonly onNone: () => void
  readonly onClose: () => void
}

/** Asks whether the video shows this place, beside its picture; the other candidates take its place by a press. */
export function ConfirmPlaceDialog({ question, busy, onChoose, onNone, onClose }: ConfirmPlaceDialogProps) {
  const { candidates, problem } = question
  const [shownId, setShownId] = useState(candidates[0]?.place_id)
  const shown = candidates.find(({ place_id }) => place_id === shownId) ?? candidates[0]
  if (!shown) return null
  const others = candidates.filter((candidate) => candidate !== shown)
  return (
    <Dialog
      title={m.confirm_title()}
      shape="panel"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onNone} className="max-md:grow">
            {m.confirm_none()}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            icon={<Check aria-hidden className="size-4.5" />}
            onClick={() => onChoose(shown.place_id)}
            className="max-md:grow"
          >
            {m.confirm_choose()}
            <span className="sr-only">{shown.name}</span>
          </Button>
        </>
      }
    >
      <Problem text={problem} className="mb-4 max-w-prose" />
      <Candidate key={shown.place_id} candidate={shown} question={question} />
      {others.length === 0 ? null : (
        <>
          <h3 className="mt-5 mb-2 text-base">{m.confirm_others()}</h3>
          <ul className="grid grid-cols-1 gap-2">
            {others.map((candidate) => (
              <li key={candidate.place_id}>
                <OtherCandidate candidate={candidate} onShow={() => setShownId(candidate.place_id)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

/** A question that was stored has no facts of Google's places, which are requested when it is asked again. */
export function useFacts(candidate: ConfirmCandidate): ConfirmCandidate {
  const details = useFreshDetails(candidate.formatted_address === '' ? candidate.place_id : null)
  const address = details?.formatted_address ?? candidate.formatted_address
  return { ...candidate, name: details?.name ?? candidate.name, formatted_address: address }
}

interface CandidateProps {
  readonly candidate: ConfirmCandidate
  readonly question: Question
}

/** The picture and words of the post beside the place on a map, and what speaks for it. */
function Candidate({ candidate: given, question: { video, url } }: CandidateProps) {
  const candidate = useFacts(given)
  const { place_id: id, name, lat = null, lng = null } = candidate
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 @max-3xs:grid-cols-1 gap-3">
        <div className="grid min-w-0 content-start gap-2">
          {video ? (
            <div className={cx('overflow-hidden rounded-2xl', PICTURE)}>
              <Photo video={video} />
            </div>
          ) : null}
          <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">{video?.title ?? url}</p>
        </div>
        <div className="grid min-w-0 content-start gap-2">
          <div className={cx('relative grid place-items-center rounded-2xl bg-talavera-soft', PICTURE)}>
            <MapPin aria-hidden className="size-8 text-talavera-text" />
            <PlaceMapBox place={{ id, name, lat, lng }} className="absolute inset-0 rounded-2xl" />
          </div>
          <div>
            <h3 className="text-lg leading-tight wrap-anywhere">{name}</h3>
            <p className="text-sm wrap-anywhere text-ink-soft">{candidate.formatted_address}</p>
          </div>
        </div>
      </div>
      <Reasons candidate={candidate} />
      <Confidence candidate={candidate} />
    </div>
  )
}

const PICTURE = 'aspect-[4/5] max-h-60 w-full md:aspect-[4/3]'

function OtherCandidate({ candidate, onShow }: { candidate: ConfirmCandidate; onShow: () => void }) {
  const { name, formatted_address: address } = useFacts(candidate)
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex min-h-16 w-full items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-2.5 text-left hover:border-line-strong"
    >
      <MapPin aria-hidden className="size-5 shrink-0 text-talavera-text" />
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="line-clamp-1 text-sm text-ink-soft">{address}</span>
      </span>
    </button>
  )
}

/** The reasons for a place: the words of the post and where they were found. */
function Reasons({ candidate }: { candidate: ConfirmCandidate }) {
  if (candidate.why.length === 0) return <p className="text-sm">{candidate.explanation}</p>
  return (
    <ul aria-label={m.confirm_why_label()} className="grid gap-1 text-sm">
      {candidate.why.map((reason) => (
        <li key={`${reason.kind} ${reason.words} ${reason.source}`} className="flex items-start gap-2">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-cilantro-text" />
          {reasonText(reason)}
        </li>
      ))}
    </ul>
  )
}

/** How sure the answer is, in a word; the number and its parts are a press away. */
function Confidence({ candidate: { score, breakdown } }: { candidate: ConfirmCandidate }) {
  const tone = score >= CONFIDENCE.high ? 'open' : score >= CONFIDENCE.medium ? 'maiz' : 'plain'
  const parts = [
    [m.confirm_name(), breakdown.name],
    [m.confirm_geo(), breakdown.geo],
    [m.confirm_website(), breakdown.website],
    [m.confirm_pop(), breakdown.pop],
  ] as const
  return (
    <details className="group border-y border-line text-sm">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold">
        {m.confirm_sure()}
        <Badge tone={tone}>{confidenceWord(score)}</Badge>
        <ChevronDown aria-hidden className="ml-auto size-4.5 transition-transform group-open:rotate-180" />
      </summary>
      <p className="pb-2 text-ink-soft">{m.confirm_score({ percent: percentText(score) })}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 pb-4 text-xs text-ink-soft sm:grid-cols-4">
        {parts
          .filter(([, value]) => value > 0)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="h-1.5 overflow-hidden rounded-full bg-sunk contrast:border contrast:border-line">
                <div
                  className={cx(
                    'h-full rounded-full',
                    value >= CONFIDENCE.green
                      ? 'bg-cilantro'
                      : value >= CONFIDENCE.amber
                        ? 'bg-maiz'
                        : 'bg-line-strong',
                  )}
                  style={{ width: `${value * 100}%` }}
                />
                <span className="sr-only">{percentText(value)}</span>
              </dd>
            </div>
          ))}
      </dl>
    </details>
  )
}
