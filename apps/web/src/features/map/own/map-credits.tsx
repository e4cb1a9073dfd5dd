import { m } from '@antojo/i18n/messages'
import { Info } from 'lucide-react'
import type { IControl, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Credit } from '../../../components/credit.tsx'

/** The map's credits. Replaces the library's own control, which inserts markup and so breaks Trusted Types. */
export function mapCredits(): IControl {
  const box = document.createElement('div')
  box.className = 'maplibregl-ctrl'
  const root = createRoot(box)
  return {
    onAdd: (map) => {
      root.render(<MapCredits map={map} />)
      return box
    },
    onRemove: () => {
      root.unmount()
      box.remove()
    },
  }
}

/** Open at first; folds when the map is moved, so that it does not cover the map. */
function MapCredits({ map }: { map: MapLibre }) {
  const [markup, setMarkup] = useState(() => creditsOf(map))
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const read = () => setMarkup(creditsOf(map))
    const fold = () => details.current?.removeAttribute('open')
    const events = [
      map.on('styledata', read),
      map.on('sourcedata', ({ sourceDataType }) => {
        if (sourceDataType === 'metadata') read()
      }),
      map.on('drag', fold),
    ]
    // A source that needs no request was ready before.
    read()
    return () => events.forEach((event) => event.unsubscribe())
  }, [map])
  if (markup === '') return null
  return (
    <details
      ref={details}
      open
      className="flex flex-row-reverse items-center rounded-xl bg-surface text-xs text-ink-soft shadow-sm"
    >
      <summary
        aria-label={m.map_credits()}
        title={m.map_credits()}
        className="relative list-none p-1 touch:before:absolute touch:before:-inset-2.5"
      >
        <Info aria-hidden className="size-4" />
      </summary>
      <p className="py-0.5 pl-2">
        <Credit markup={markup} />
      </p>
    </details>
  )
}

/** The credits of all sources of the style, without duplicates. */
function creditsOf(map: MapLibre): string {
  const sources = Object.keys(map.getStyle()?.sources ?? {})
  const credits = sources.map((id) => map.getSource(id)?.attribution?.trim() ?? '')
  return [...new Set(credits.filter((credit) => credit !== ''))].join(' | ')
}
