import { mapPlaceUrl } from '@antojo/domain/directions'
import { hoursLinesOf } from '@antojo/domain/hours/hours-text'
import { m } from '@antojo/i18n/messages'
import { useState, type ReactNode } from 'react'
import { intlLocale } from '../../../lib/view/locale.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ProviderLinks } from '../card/provider-links.tsx'
import { destinationOf, openNow, type Place, type Video } from '../../../entities/video/video.ts'
import { DirectionsLink, OutsideLink } from '../../../components/outside-link.tsx'

/** Lines of the opening hours shown until the person unfolds the week (spec §9). */
const MAX_HOURS_LINES = 3

/** Address (which leads there), hours and contacts of the place, without unknown facts; the heading has the others. */
export function DetailFacts({ video }: { video: Video }) {
  const { place } = video
  if (place.name === null) return null
  const link = 'font-semibold text-talavera-text underline underline-offset-2'
  return (
    <dl className="grid gap-3 sm:grid-cols-[8.5rem_1fr] sm:gap-x-4 [&_dt]:text-sm [&_dt]:font-semibold [&_dt]:text-ink-soft">
      {place.address ? (
        <Fact name={m.detail_address()}>
          <DirectionsLink to={destinationOf(place)} className={link}>
            {place.address}
          </DirectionsLink>
        </Fact>
      ) : null}
      <Hours place={place} />
      {place.phone ? (
        <Fact name={m.detail_phone()}>
          <a href={`tel:${place.phone.replace(/[^+\d]/g, '')}`} className={link}>
            {place.phone}
          </a>
        </Fact>
      ) : null}
      {place.website ? (
        <Fact name={m.detail_website()}>
          <OutsideLink href={place.website} className={link}>
            {hostOf(place.website)}
          </OutsideLink>
        </Fact>
      ) : null}
    </dl>
  )
}

/** Leads to the place on a map, and to directions with each provider. */
export function MapLinks({ place }: { place: Place }) {
  if (place.name === null) return null
  const to = destinationOf(place)
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <OutsideLink
        href={place.mapsUrl ?? mapPlaceUrl(to)}
        className="inline-flex min-h-9 items-center font-semibold text-talavera-text underline underline-offset-2 touch:min-h-11"
      >
        {m.detail_map_place()}
      </OutsideLink>
      <ProviderLinks to={to} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="-mt-2 sm:mt-0">{children}</dd>
    </>
  )
}

function Hours({ place }: { place: Place }) {
  const [whole, setWhole] = useState(false)
  const [now] = useState(() => new Date())
  const lines = fromToday(place.hours ? hoursLinesOf(place.hours, intlLocale()) : place.hoursLines, now)
  const status = openNow(place, now)
  if (lines.length === 0)
    return status ? <Fact name={m.detail_hours()}>{<OpenBadge open={status.open} />}</Fact> : null
  const shown = whole ? lines : lines.slice(0, MAX_HOURS_LINES)
  return (
    <Fact name={m.detail_hours()}>
      {status ? <OpenBadge open={status.open} /> : null}
      <ul className="tabular mt-1 grid gap-0.5">
        {shown.map((line) => (
          <li key={line} className="first-letter:uppercase">
            {line}
          </li>
        ))}
      </ul>
      {whole || lines.length <= MAX_HOURS_LINES ? null : (
        <button
          type="button"
          className="min-h-8 font-semibold text-talavera-text underline underline-offset-2 touch:min-h-11"
          onClick={() => setWhole(true)}
        >
          {m.detail_hours_all()}
        </button>
      )}
      {whole ? <p className="text-ink-soft">{m.detail_hours_holidays()}</p> : null}
    </Fact>
  )
}

/** The lines of a week, which begins on Monday, with today first: that is the day that people ask about. */
function fromToday(lines: readonly string[], now: Date): readonly string[] {
  if (lines.length !== 7) return lines
  const today = (now.getDay() + 6) % 7
  return [...lines.slice(today), ...lines.slice(0, today)]
}

function OpenBadge({ open }: { open: boolean }) {
  return <Badge tone={open ? 'open' : 'closed'}>{open ? m.open_now() : m.closed()}</Badge>
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}
