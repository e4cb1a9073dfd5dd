import { m } from '@antojo/i18n/messages'
import { Button } from '../../../ui/button.tsx'

interface MapLeftOutProps {
  readonly count: number
  /** Draws more of them; null where the map may not show them. */
  readonly onMore: (() => void) | null
}

/** Says that some Google places are not on the map, so that it does not look complete. */
export function UnmappedNote({ count, onMore }: MapLeftOutProps) {
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
      {onMore ? m.map_google_more({ n: count }) : m.map_google_left_out({ n: count })}
      {onMore ? (
        <Button size="sm" onClick={onMore}>
          {m.map_google_draw_more()}
        </Button>
      ) : null}
    </p>
  )
}
