import { m } from '@antojo/i18n/messages'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../lib/view/cx.ts'

interface OwnRatingProps {
  readonly rating: number | null
  readonly onChange: (rating: number | null) => void
}

/** One to five stars as radio buttons, and a button that clears the rating. */
export function OwnRating({ rating, onChange }: OwnRatingProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{m.mine_rating()}</legend>
      <div className="flex flex-wrap items-center gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-talavera-text"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={stars}
              checked={rating !== null && Math.ceil(rating) === stars}
              onChange={() => onChange(stars)}
            />
            <Star
              aria-hidden
              className={cx(
                'size-7',
                rating !== null && stars <= rating ? 'fill-maiz stroke-maiz' : 'stroke-line-strong',
              )}
            />
            <span className="sr-only">{m.mine_stars({ n: stars })}</span>
          </label>
        ))}
        {rating === null ? null : (
          <button
            type="button"
            className="min-h-11 rounded-lg px-2 text-sm font-semibold text-talavera-text underline hover:bg-sunk"
            onClick={() => onChange(null)}
          >
            {m.mine_clear_rating()}
          </button>
        )}
      </div>
    </fieldset>
  )
}
