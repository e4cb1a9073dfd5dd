import { isCuisineKey, type CuisineKey } from '../cuisine-labels.ts'

/** A drawing in the web app's public/dishes, and the tint of its cuisine's family. */
export interface DishDrawing {
  readonly src: string
  readonly tint: 'maiz' | 'mar' | 'chile' | 'hierba' | 'pan' | 'uva'
}

const drawn = (dish: string, tint: DishDrawing['tint']): DishDrawing => ({ src: `/dishes/${dish}.svg`, tint })

const ANY = drawn('plate', 'uva')

const DRAWINGS: Readonly<Record<CuisineKey, DishDrawing>> = {
  Mexican: drawn('taco', 'maiz'),
  Burgers: drawn('burger', 'maiz'),
  Seafood: drawn('fish', 'mar'),
  Peruvian: drawn('fish', 'mar'),
  Ramen: drawn('ramen', 'chile'),
  Thai: drawn('ramen', 'chile'),
  Korean: drawn('ramen', 'chile'),
  Chinese: drawn('ramen', 'chile'),
  Italian: drawn('pizza', 'chile'),
  Steakhouse: drawn('steak', 'chile'),
  Barbecue: drawn('steak', 'chile'),
  Argentine: drawn('steak', 'chile'),
  Japanese: drawn('sushi', 'hierba'),
  Spanish: drawn('paella', 'hierba'),
  Indian: drawn('paella', 'hierba'),
  Mediterranean: drawn('paella', 'hierba'),
  Vegetarian: drawn('plate', 'hierba'),
  Vegan: drawn('plate', 'hierba'),
  Cafe: drawn('coffee', 'pan'),
  Bakery: drawn('pastry', 'pan'),
  Dessert: drawn('pastry', 'pan'),
  French: drawn('pastry', 'pan'),
}

/** The drawing for the first known cuisine of a place; an empty plate for an unknown one. */
export function dishDrawing(cuisines: readonly string[]): DishDrawing {
  const known = cuisines.find(isCuisineKey)
  return known === undefined ? ANY : DRAWINGS[known]
}
