import type { WhyReason } from '@antojo/contract/ai'
import { m } from '@antojo/i18n/messages'
import { reasonText } from '../../../entities/pipeline/reason-text.ts'

/** The words, the second in the video and the map match that speak for a place; opens on demand. */
export function WhyPlace({ why }: { why: readonly WhyReason[] }) {
  if (why.length === 0) return null
  const reasons = [...new Set(why.map(reasonText))]
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 items-center font-semibold text-talavera-text underline underline-offset-2 touch:min-h-11">
        {m.why_title()}
      </summary>
      <ul className="grid list-disc gap-1 py-1 pl-5 text-ink-soft">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}
