import { Credit } from '../../../components/credit.tsx'

/** Credit of a photo. */
export function PhotoAttribution({ markup }: { markup: string | null }) {
  if (markup === null) return null
  return (
    <p className="text-xs text-ink-soft">
      <Credit markup={markup} />
    </p>
  )
}
