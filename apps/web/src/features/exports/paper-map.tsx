import { distanceLabel, unitKm, type Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { intlLocale } from '../../lib/view/locale.ts'

interface PaperMapProps {
  /** The point of each entry, in their order; null without one. */
  readonly points: readonly (Point | null)[]
}

const WIDTH = 720
const HEIGHT = 260
const MARGIN = 24
const KM_PER_DEGREE = 111.2
/** Places closer than this are not drawn further apart than they are on a street map. */
const MIN_SPAN_KM = 0.6

/** Where the entries of a list lie, by their numbers, north at the top, with a scale. Drawn here, because a print waits for no map. */
export function PaperMap({ points }: PaperMapProps) {
  const { spots, barKm, bar } = laidOut(points, unitKm(intlLocale()))
  if (spots.length < 2) return null
  return (
    <figure
      aria-label={m.page_map()}
      className="mt-3 break-inside-avoid rounded-xl border border-line-strong"
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        <polyline
          points={spots.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-none stroke-line-strong"
          strokeWidth="2"
          strokeDasharray="1 5"
          strokeLinecap="round"
        />
        {/* The first of those at one point lies on top. */}
        {spots.toReversed().map(({ n, x, y }) => (
          <g key={n} transform={`translate(${x} ${y})`}>
            <circle r="11" className="fill-paper stroke-ink" strokeWidth="2" />
            <text textAnchor="middle" dy="4.5" className="tabular fill-ink text-xs font-bold">
              {n}
            </text>
          </g>
        ))}
        <path d={`M12 ${HEIGHT - 18} v6 h${bar} v-6`} className="fill-none stroke-ink" />
        <text x="16" y={HEIGHT - 18} className="fill-ink text-xs">
          {distanceLabel(barKm, intlLocale())}
        </text>
      </svg>
    </figure>
  )
}

/** The numbered points on the paper, and a bar of a round length in this unit. */
export function laidOut(points: readonly (Point | null)[], unit: number) {
  const known = points.flatMap((point, index) => (point ? [{ ...point, n: index + 1 }] : []))
  const lats = known.map(({ lat }) => lat)
  const shrink = Math.cos(((Math.min(...lats) + Math.max(...lats)) / 360) * Math.PI)
  const flat = known.map(({ n, lat, lng }) => ({
    n,
    east: lng * KM_PER_DEGREE * shrink,
    south: -lat * KM_PER_DEGREE,
  }))
  const across = spanOf(flat.map(({ east }) => east))
  const down = spanOf(flat.map(({ south }) => south))
  const scale = Math.min((WIDTH - 2 * MARGIN) / across.size, (HEIGHT - 2 * MARGIN) / down.size)
  const barKm = unit * roundBelow(WIDTH / 5 / scale / unit)
  return {
    spots: flat.map(({ n, east, south }) => ({
      n,
      x: Math.round(WIDTH / 2 + (east - across.middle) * scale),
      y: Math.round(HEIGHT / 2 + (south - down.middle) * scale),
    })),
    barKm,
    bar: Math.round(barKm * scale),
  }
}

function spanOf(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { middle: (least + most) / 2, size: Math.max(most - least, MIN_SPAN_KM) }
}

/** The largest of 1, 2 or 5 with zeros that is not above the value. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([5, 2].find((step) => step * power <= value) ?? 1)
}
