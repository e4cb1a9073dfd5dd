import { m } from '@antojo/i18n/messages'
import { intlLocale } from '../../lib/view/locale.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { cx } from '../../lib/view/cx.ts'

/** Labels from 0.82 and 0.68, bar colours from 80 % and 50 % (spec §4). */
const high = 0.82
const medium = 0.68
const green = 0.8
const amber = 0.5

/** How sure the finder is, in a word, a number and a bar. */
export function ConfidenceMeter({ confidence }: { confidence: number }) {
  const { language } = useSettings()
  const percent = new Intl.NumberFormat(intlLocale(language), { style: 'percent' }).format(confidence)
  const label =
    confidence >= high ? m.confirm_high() : confidence >= medium ? m.confirm_medium() : m.confirm_low()
  return (
    <div className="grid gap-1">
      <p className="flex justify-between text-sm font-semibold">
        <span>{label}</span>
        <span className="tabular">{percent}</span>
      </p>
      <meter className="sr-only" min={0} max={1} value={confidence} aria-label={m.find_confidence()} />
      <svg
        aria-hidden
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-sunk"
      >
        <rect
          width={Math.round(confidence * 100)}
          height={4}
          className={cx(
            confidence >= green ? 'fill-cilantro' : confidence >= amber ? 'fill-maiz' : 'fill-chile',
          )}
        />
      </svg>
    </div>
  )
}
