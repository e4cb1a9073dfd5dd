import { distanceLabel, unitKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { intlLocale } from '../../lib/view/locale.ts'

const WIDTH = 720
const HEIGHT = 260
const MARGIN = 24
const KM_PER_DEGREE = 111.2
/** Places closer than this are not drawn further apart than they are on a street map. */
const MIN_SPAN_KM = 0.6

/** Where the entries of a list lie, by their numbers, north at the top. Drawn here, because a print waits for no map. */
export function PaperMap({ points }: { readonly points: readonly (Point | null)[] }) {
  const { spots, barKm, bar } = laidOut(points, unitKm(intlLocale()))
  if (spots.length < 2) return null
  return (
    <figure
      aria-label={m.page_map()}
      className="mt-3 break-inside-avoid rounded-xl border border-line-strong"
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="fill-ink stroke-ink text-xs">
        {/* The first of those at one point lies on top. */}
        {spots.toReversed().map(({ n, x, y }) => (
          <g key={n} transform={`translate(${x} ${y})`}>
            <circle r="11" className="fill-paper" strokeWidth="2" />
            <text textAnchor="middle" dy="4.5" className="tabular stroke-none font-bold">
              {n}
            </text>
          </g>
        ))}
        <path d={`M12 ${HEIGHT - 18} v6 h${bar} v-6`} fill="none" />
        <text x="16" y={HEIGHT - 18} className="stroke-none">
          {distanceLabel(barKm, intlLocale())}
        </text>
      </svg>
    </figure>
  )
}

/** The numbered points on the paper, and a bar of a round length in this unit. */
export function laidOut(points: readonly (Point | null)[], unit: number) {
  const known = points.flatMap((point, index) => (point ? [{ ...point, n: index + 1 }] : []))
  const north = spanOf(known.map(({ lat }) => lat * KM_PER_DEGREE))
  const shrink = Math.cos((north.middle / KM_PER_DEGREE / 180) * Math.PI)
  const east = spanOf(known.map(({ lng }) => lng * KM_PER_DEGREE * shrink))
  const scale = Math.min((WIDTH - 2 * MARGIN) / east.size, (HEIGHT - 2 * MARGIN) / north.size)
  // The largest of 1, 2 or 5 with zeros that takes a fifth of the paper at most.
  const most = WIDTH / 5 / scale / unit
  const power = 10 ** Math.floor(Math.log10(most))
  const barKm = unit * power * ([5, 2].find((step) => step * power <= most) ?? 1)
  const spots = known.map(({ n, lat, lng }) => ({
    n,
    x: Math.round(WIDTH / 2 + (lng * KM_PER_DEGREE * shrink - east.middle) * scale),
    y: Math.round(HEIGHT / 2 - (lat * KM_PER_DEGREE - north.middle) * scale),
  }))
  return { spots, barKm, bar: Math.round(barKm * scale) }
}

function spanOf(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { middle: (least + most) / 2, size: Math.max(most - least, MIN_SPAN_KM) }
}
