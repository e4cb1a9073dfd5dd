import { m } from '@antojo/i18n/messages'
import { UtensilsCrossed } from 'lucide-react'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { priceLabel } from '../../../entities/video/labels.ts'
import type { Dish } from '../../../entities/video/video.ts'

/** The dish of the video: name, ingredients and price. */
export function DishBox({ dish }: { dish: Dish }) {
  const { language } = useSettings()
  if (dish.name === null && dish.ingredients.length === 0 && dish.price === null) return null
  return (
    <section className="grid gap-2 rounded-2xl bg-maiz-soft p-4">
      <h3 className="flex items-center gap-2 text-sm font-semibold tracking-normal">
        <UtensilsCrossed aria-hidden className="size-4" />
        {m.detail_dish()}
      </h3>
      {dish.name ? <p className="font-display text-xl font-bold">{dish.name}</p> : null}
      {dish.ingredients.length > 0 ? (
        <div>
          <h4 className="sr-only">{m.detail_ingredients()}</h4>
          <ul className="flex flex-wrap gap-1.5">
            {dish.ingredients.map((ingredient) => (
              <li key={ingredient} className="rounded-full bg-surface px-2.5 py-0.5 text-sm">
                {ingredient}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {dish.price === null ? null : (
        <p className="tabular text-sm">
          {m.detail_estimated()}{' '}
          <strong className="text-base">{priceLabel(dish.price, dish.currency, language)}</strong>
        </p>
      )}
    </section>
  )
}
