import { m } from '@antojo/i18n/messages'
import { Map as MapIcon } from 'lucide-react'
import { Suspense, useState, type ComponentProps } from 'react'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'

const VideoMap = lazyComponent(
  () => import('../map/video-map.tsx'),
  (code) => code.VideoMap,
)

/** A button that shows the places of a list on a map; nothing where no place has coordinates. */
export function ListMap(props: Omit<ComponentProps<typeof VideoMap>, 'whole'>) {
  const [isOpen, setOpen] = useState(false)
  if (!props.videos.some(({ place }) => place.lat !== null)) return null
  return (
    <>
      <Button
        className="mb-4"
        aria-expanded={isOpen}
        icon={<MapIcon aria-hidden className="size-4.5" />}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.list_hide_map() : m.list_show_map()}
      </Button>
      {isOpen ? (
        <Suspense fallback={<p className="text-ink-soft">{m.map_loading()}</p>}>
          <VideoMap {...props} whole={null} />
        </Suspense>
      ) : null}
    </>
  )
}
