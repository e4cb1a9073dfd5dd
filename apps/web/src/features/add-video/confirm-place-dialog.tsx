import type { ConfirmCandidate } from '@antojo/contract/ai'
import { m } from '@antojo/i18n/messages'
import { Check, MapPin } from 'lucide-react'
import { useState } from 'react'
import { intlLocale } from '../../lib/view/locale.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { cx } from '../../lib/view/cx.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useFreshDetails } from '../../entities/video/use-fresh-details.ts'
import { reasonText } from '../../entities/pipeline/reason-text.ts'

interface ConfirmPlaceDialogProps {
  readonly candidates: readonly ConfirmCandidate[]
  /** The title or link of the video. */
  readonly videoName: string
  readonly onChoose: (placeId: string) => void
  /** True while a choice is being saved. */
  readonly busy: boolean
  /** Why the last choice could not be saved. */
  readonly problem: string | null
  /** The person chose none of them and looks the place up. */
  readonly onNone: () => void
  readonly onClose: () => void
}

/** Confidence labels of spec §4. */
const HIGH_CONFIDENCE = 0.82
const MEDIUM_CONFIDENCE = 0.68

/** Asks which of these places the video shows, and gives the reasons for each. */
export function ConfirmPlaceDialog(props: ConfirmPlaceDialogProps) {
  const { candidates, videoName, busy, problem, onChoose, onNone, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Dialog
      title={m.confirm_title()}
      size="md"
      shape="sheet"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <Button variant="quiet" disabled={busy} onClick={onNone}>
          {m.confirm_none()}
        </Button>
      }
    >
      <p className="mb-1 line-clamp-2 font-medium break-words">{videoName}</p>
      <p className="mb-4 max-w-prose text-ink-soft">
        {candidates.length === 1 ? m.confirm_text_one() : m.confirm_text()}
      </p>
      {problem === null ? null : (
        <p role="alert" className="mb-4 max-w-prose font-medium text-chile-text">
          {problem}
        </p>
      )}
      <ul className="grid gap-3">
        {candidates.map((candidate, index) => (
          <Candidate
            key={candidate.place_id}
            candidate={candidate}
            first={index === 0}
            busy={busy && chosen === candidate.place_id}
            disabled={busy}
            onChoose={() => {
              setChosen(candidate.place_id)
              onChoose(candidate.place_id)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface CandidateProps {
  readonly candidate: ConfirmCandidate
  readonly first: boolean
  readonly busy: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
}

/** A question that was stored has no facts of Google's places, which are requested when it is asked again. */
function useFacts(candidate: ConfirmCandidate): ConfirmCandidate {
  const details = useFreshDetails(candidate.formatted_address === '' ? candidate.place_id : null)
  const address = details?.formatted_address ?? candidate.formatted_address
  return { ...candidate, name: details?.name ?? candidate.name, formatted_address: address }
}

function Candidate({ candidate: given, first, busy, disabled, onChoose }: CandidateProps) {
  const candidate = useFacts(given)
  const { language } = useSettings()
  const percent = new Intl.NumberFormat(intlLocale(language), { style: 'percent' }).format(candidate.score)
  return (
    <li
      className={cx(
        'grid gap-3 rounded-2xl border bg-surface p-4',
        first ? 'border-line-strong' : 'border-line',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg leading-tight">{candidate.name}</h3>
        <Badge
          tone={
            candidate.score >= HIGH_CONFIDENCE
              ? 'open'
              : candidate.score >= MEDIUM_CONFIDENCE
                ? 'maiz'
                : 'plain'
          }
        >
          {`${label(candidate.score)} · ${percent}`}
        </Badge>
      </div>
      {candidate.formatted_address === '' ? null : (
        <p className="flex items-center gap-1.5 text-sm text-ink-soft">
          <MapPin aria-hidden className="size-4 shrink-0" />
          {candidate.formatted_address}
        </p>
      )}
      <Reasons candidate={candidate} />
      <Parts candidate={candidate} />
      <Button variant={first ? 'primary' : 'outline'} busy={busy} disabled={disabled} onClick={onChoose}>
        {m.confirm_choose()}
        <span className="sr-only">{candidate.name}</span>
      </Button>
    </li>
  )
}

/** The reasons for a place: the words of the post and where they were found. */
function Reasons({ candidate }: { candidate: ConfirmCandidate }) {
  if (candidate.why.length === 0) return <p className="text-sm">{candidate.explanation}</p>
  return (
    <ul aria-label={m.confirm_why_label()} className="grid gap-1 text-sm">
      {candidate.why.map((reason) => (
        <li key={`${reason.kind} ${reason.words} ${reason.source}`} className="flex items-start gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-cilantro-text" />
          {reasonText(reason)}
        </li>
      ))}
    </ul>
  )
}

/** The parts of the score as bars; without those that nothing speaks for. */
function Parts({ candidate }: { candidate: ConfirmCandidate }) {
  const { language } = useSettings()
  const percentLabel = (value: number) =>
    new Intl.NumberFormat(intlLocale(language), { style: 'percent' }).format(value)
  const parts = [
    [m.confirm_name(), candidate.breakdown.name],
    [m.confirm_geo(), candidate.breakdown.geo],
    [m.confirm_website(), candidate.breakdown.website],
    [m.confirm_pop(), candidate.breakdown.pop],
  ] as const
  const known = parts.filter(([, value]) => value > 0)
  if (known.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs text-ink-soft sm:grid-cols-4">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="h-1.5 overflow-hidden rounded-full bg-sunk contrast:border contrast:border-line">
            <div className="h-full rounded-full bg-cilantro" style={{ width: `${value * 100}%` }} />
            <span className="sr-only">{percentLabel(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function label(score: number): string {
  return score >= HIGH_CONFIDENCE
    ? m.confirm_high()
    : score >= MEDIUM_CONFIDENCE
      ? m.confirm_medium()
      : m.confirm_low()
}
