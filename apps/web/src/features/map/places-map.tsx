import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { overlay } from '../../lib/navigation/overlay.ts'
import { cx } from '../../lib/view/cx.ts'
import { useIsDesk } from '../../lib/view/use-columns.ts'
import { placesOf } from './points/map-point.ts'
import { areasOf, type CityPoint } from './show-all.ts'
import { PointsMap } from './video-map.tsx'

interface PlacesMapProps {
  readonly points: readonly CityPoint[]
  /** Id of the video that is open. */
  readonly active: string | null
  /** Never beside the cards. */
  readonly isInline?: boolean
}

/** Cities far from the main area that have a button. */
const FAR_CITIES = 6

/** Opens where most places are; what is far away is one press away. Beside the cards of a page where there is room. */
export function PlacesMap({ points, active, isInline = false }: PlacesMapProps) {
  const isBeside = useIsDesk() && !isInline
  const [main, ...far] = areasOf(points)
  // By its name, because more places may come; null for the main area.
  const [chosen, setChosen] = useState<string | null>(null)
  const city = far.find(({ name }) => name === chosen)
  const shown = chosen === '' ? points : (city ?? main)?.points
  const button = (key: string | null, text: string, n?: number) => (
    <button
      key={text}
      type="button"
      aria-pressed={chosen === key}
      onClick={() => setChosen(key)}
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-sm font-semibold shadow-card',
        chosen === key ? 'bg-talavera text-white' : 'bg-surface text-ink hover:bg-sunk',
      )}
    >
      {text}
      {n === undefined ? null : <b className="tabular">{n}</b>}
    </button>
  )
  return (
    <section
      data-side-map={isBeside || undefined}
      aria-label={m.map_of_videos({ n: placesOf(points).length })}
      className={cx(
        '[&_[data-map-note]]:top-auto [&_[data-map-note]]:bottom-14',
        isBeside ? 'border-l border-line' : 'relative h-72 overflow-hidden rounded-3xl border border-line',
      )}
    >
      <PointsMap
        points={points}
        shown={shown ?? points}
        coveredTop={far.length === 0 ? 0 : isBeside ? 112 : 64}
        active={active}
        label={m.page_map()}
        onOpen={({ video }) => overlay.open('video', video)}
      />
      {far.length === 0 || !main ? null : (
        <fieldset
          aria-label={m.imports_report_areas()}
          className="absolute top-0 right-14 left-0 flex min-w-0 gap-2 overflow-x-auto p-3 in-data-side-map:flex-wrap"
        >
          {button(null, main.name, main.points.length)}
          {button('', m.imports_report_all())}
          <span className="photo-pill shrink-0 self-center">{m.imports_report_far()}</span>
          {far.slice(0, FAR_CITIES).map(({ name, points: there }) => button(name, name, there.length))}
        </fieldset>
      )}
    </section>
  )
}
