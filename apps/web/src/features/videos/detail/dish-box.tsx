import { m } from '@antojo/i18n/messages'
import { priceLabel } from '../../../entities/video/labels.ts'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import type { Video } from '../../../entities/video/video.ts'

/** The dish of the video: name, ingredients and price. */
export function DishBox({ video: { dish, place } }: { video: Video }) {
  if (dish.name === null && dish.ingredients.length === 0 && dish.price === null) return null
  return (
    <section className="flex items-center gap-3 rounded-2xl bg-maiz-soft p-3 contrast:border contrast:border-line">
      <span className="grid size-14 shrink-0 place-items-center rounded-full bg-surface">
        <img src={dishDrawing(place.cuisines).src} alt="" className="size-8" />
      </span>
      <div className="grid min-w-0 grow gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-sans text-sm font-medium tracking-normal">{m.detail_dish()}</h3>
          {dish.price === null ? null : (
            <p className="tabular">
              <span className="sr-only">{m.detail_estimated()} </span>
              <strong title={m.detail_estimated()}>{priceLabel(dish.price, dish.currency)}</strong>
            </p>
          )}
        </div>
        {dish.name ? <p className="text-base font-bold">{dish.name}</p> : null}
        {dish.ingredients.length > 0 ? (
          <>
            <h4 className="sr-only">{m.detail_ingredients()}</h4>
            <ul className="flex flex-wrap text-sm">
              {dish.ingredients.map((ingredient) => (
                <li key={ingredient} className="not-last:after:mr-1 not-last:after:content-[',']">
                  {ingredient}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </section>
  )
}
