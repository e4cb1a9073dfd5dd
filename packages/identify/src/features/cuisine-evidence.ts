import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { TokenText } from '../text/tokens.ts'

/** Cuisines, with the words of posts and of place data that indicate them. */
const CUISINES: Readonly<Record<string, string>> = {
  chinese:
    'chinese china chino chinos chinita chopsuey chop suey wok cantonese cantonesa szechuan chaufa lumpias dimsum',
  japanese: 'japanese japones japonesa japonesa sushi ramen izakaya nigiri katsu teriyaki udon matcha',
  korean: 'korean coreano coreana korea kimchi tteokbokki bulgogi bibimbap',
  thai: 'thai tailandes tailandesa padthai',
  vietnamese: 'vietnamese vietnamita pho banhmi',
  indian: 'indian indio india curry tikka masala naan biryani dosa paneer tandoori bhuna samosa',
  mexican:
    'mexican mexicano mexicana taco tacos taqueria birria burrito burritos quesadilla texmex tex mex tamales pozole chilaquiles tortas',
  salvadoran: 'pupusa pupusas pupuseria curtido',
  italian:
    'italian italiano italiana italia pasta pizza pizzeria pizzas trattoria fugazzeta muzza carbonara risotto lasagna',
  burger: 'burger burgers hamburguesa hamburguesas hamburgueseria smash cheeseburger',
  chicken: 'chicken pollo wings alitas broaster rostizado',
  seafood:
    'seafood fish marisco mariscos pescado pescados ceviche cevicheria camaron camarones gambas pulpo oyster marisqueria coctel',
  grill:
    'parrilla asado asador steak steakhouse steak_house entrana chorizo bife carnes carne barbecue bbq brisket grill parrillada txuleta txuleton chuleton sidreria sagardotegia minutas cordero cochinillo cabrito',
  vegan:
    'vegan vegano vegana vegetarian vegetariano vegetariana veggie plantbased seitan tofu vegana_friendly',
  cafe: 'cafe coffee coffee_shop cafeteria espresso latte capuccino cortado brunch bakery panaderia pasteleria pan dulce cake scone croissant torta',
  icecream: 'ice_cream ice cream helado helados heladeria gelato nieve nieves paleta paletas bochas',
  beer: 'brewery brewpub taproom beer ale stout cerveza cervezas cerveceria birra birras pub ipa lager cask micro brewing ales beers',
  spanish:
    'tapas tapa pintxos pintxo tortilla croquetas jamon spanish espanola bodega taberna meson cocido callos',
  arab: 'falafel hummus shawarma kebab doner arab lebanese libanes turkish turco syrian middle_eastern keppe',
  french: 'french frances francesa bistro crepe crepes creperie',
  sandwich: 'sandwich sandwiches bocadillo bocadillos bocata lomito choripan hotdog hot_dog bagel deli',
  bar: 'bar cocktail cocktails coctel vermut vermouth wine vino copas',
}

const KITCHEN_OF: ReadonlyMap<string, readonly string[]> = kitchensByWord()

function kitchensByWord(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [cuisine, words] of Object.entries(CUISINES))
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), cuisine])
  return found
}

const DIMINUTIVE = /it[oa]s?$/

/** Also looks up the base of diminutives: 'cafecito', 'pollito'. */
const cuisinesOfWord = (word: string): readonly string[] =>
  KITCHEN_OF.get(word) ?? (DIMINUTIVE.test(word) ? cuisinesOfDiminutive(word) : [])

const cuisinesOfDiminutive = (word: string): readonly string[] =>
  KITCHEN_OF.get(word.replace(/c?it([oa]s?)$/, '$1')) ?? KITCHEN_OF.get(word.replace(/c?it[oa]s?$/, '')) ?? []

const cuisinesOf = (words: Iterable<string>): Set<string> => {
  const found = new Set<string>()
  for (const word of words) for (const cuisine of cuisinesOfWord(word)) found.add(cuisine)
  return found
}

/** A word that indicates a cuisine, and its position. */
export interface CuisineWord {
  readonly text: TokenText
  readonly at: number
}

/** The cuisines of a post, each with the first word that indicates it. The name of the account does not count. */
export function cuisinesOfTexts(texts: readonly TokenText[]): Map<string, CuisineWord> {
  const found = new Map<string, CuisineWord>()
  for (const text of texts)
    if (text.source !== 'creator')
      text.tokens.forEach(({ key }, at) => {
        for (const cuisine of cuisinesOfWord(key)) if (!found.has(cuisine)) found.set(cuisine, { text, at })
      })
  return found
}

/** Cuisines of a place, from its cuisine, categories and name. */
export function cuisinesOfPlace(place: PlaceFacts, keyOf: (text: string) => string): Set<string> {
  const tags = [...place.cuisine, ...place.categories].flatMap((tag) => [
    tag.toLowerCase(),
    ...keyOf(tag).split(' '),
  ])
  return cuisinesOf([...tags, ...keyOf(place.name).split(' ')])
}
