import { nameKey } from '@antojo/domain/text'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'

/** Titles in the style of food channels: a name, perhaps in capitals, among dishes and praise. */
type Title = (words: { name: string; handle: string; city: string; dish: string; more: string }) => string

const ENGLISH: readonly Title[] = [
  ({ name, city, dish, more }) => `Delicious ${dish} & ${more} At ${name}${city}`,
  ({ name, city, dish, more }) => `${name}${city} | Best ${dish}, ${more}, And More!`,
  ({ name, city, dish }) => `They Have Served This ${dish} For 50 Years! ${name}${city}`,
  ({ name, city, more }) => `This Hidden Family Eatery Is So Good! ${name}${city} | Must Try ${more}`,
  ({ name, city, dish }) => `The ${dish} Everybody Talks About | ${name} ${city.replace(', ', '')}`,
  ({ name, city, dish }) => `Most Popular ${name} ${dish}! Worth The Queue?${city.replace(',', ' |')}`,
  ({ name, dish, more }) => `Breakfast At The Legendary ${name} | ${dish}, ${more}`,
  ({ name, city, dish, more }) => `📍${name}${city}: ${dish}, ${more} 😍`,
  ({ handle, dish }) => `The ${dish} that ruined every other one for me @${handle} 💛`,
  ({ name, city, dish }) => `I tried the famous ${dish} at ${name}${city}`,
  ({ name, city, dish, more }) => `[ENG] ${dish} and ${more}, all you can eat <${name}>${city}`,
]
const SPANISH: readonly Title[] = [
  ({ name, city, dish, more }) => `Probando ${dish} y ${more} en ${name}${city}`,
  ({ name, city, dish }) => `${name}${city} | El mejor ${dish} de la zona`,
  ({ name, city, dish, more }) => `¡50 años haciendo ${dish}! ${name}${city} | ${more} y más`,
  ({ name, city, dish, more }) => `📍${name}${city}: ${dish}, ${more} 🔥`,
  ({ handle, dish }) => `qué ${dish} los de @${handle}, sin palabras`,
  ({ name, city, dish }) => `El famoso ${dish} de ${name} ${city.replace(', ', '')}`,
  ({ name, city, dish }) => `¿Vale la pena? ${name}: ${dish} y mucho más${city.replace(',', ' |')}`,
  ({ name, city, more }) => `Comimos en ${name}${city} y esto pasó | ${more}`,
]
const DISHES_ENGLISH =
  'Wood Fire Pizza;FRIED CHICKEN;Beef Noodles;Masala Dosa;Fish Curry;BBQ RIBS;Dumplings;Butter Croissant;Seafood Rice;SPICY WINGS;Lamb Kebab;Egg Breakfast'
const DISHES_SPANISH =
  'ceviche;TACOS AL PASTOR;asado;pupusas;arroz con mariscos;EMPANADAS;tortilla de patatas;café de olla;pollo a la brasa;HAMBURGUESA;caldo de gallina;flan casero'

/** A title that names the place; the same in every run. */
export function titleOf(
  { name, city }: Pick<PlaceFacts, 'name' | 'city'>,
  lang: string,
  number: number,
): string {
  const isSpanish = lang.startsWith('es')
  const titles = isSpanish ? SPANISH : ENGLISH
  const dishes = (isSpanish ? DISHES_SPANISH : DISHES_ENGLISH).split(';')
  const pick = <T>(from: readonly T[], step: number): T | undefined => from[(number * step) % from.length]
  const isTold = city !== undefined && number % 3 !== 0
  const words = {
    name: number % 5 < 3 ? name.toUpperCase() : name,
    handle: nameKey(name).replaceAll(' ', ''),
    city: isTold ? `, ${city}` : '',
    dish: pick(dishes, 7) ?? '',
    more: pick(dishes, 5) ?? '',
  }
  return pick(titles, 1)?.(words) ?? name
}
