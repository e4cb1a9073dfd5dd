import { nameKey } from '@antojo/domain/text'

/** A key under which a place is found. */
export interface NameForm {
  readonly key: string
  /** True when the key leaves out words of the name. */
  readonly short: boolean
  readonly handle: boolean
}

/** The facts from which the forms of a name are made. */
export interface NamedThing {
  readonly name: string
  readonly otherNames?: readonly string[]
  readonly city?: string
  readonly instagram?: string
}

const GENERIC = new Set(
  (
    'restaurante restaurant restaurants restaurantes restaurang ristorante resto restoran restauracja restauration ' +
    'cafe caffe cafeteria coffee kaffee kafe coffeeshop bar pub bistro bistrot brasserie trattoria osteria pizzeria ' +
    'taqueria cantina taberna taverna tavern tasca meson asador parrilla cerveceria marisqueria cevicheria ' +
    'heladeria panaderia pasteleria churreria bodegon fonda comedor cocina gasthaus gasthof grill house eatery diner ' +
    'sidreria jatetxea jatetxe sagardotegia erretegia ostatua txakolina txakoli pupuseria confiteria rotiseria ' +
    'kitchen bakery brewery steakhouse roastery gastrobar restobar ' +
    'ресторан кафе пиццерия бар مطعم مقهى كافيه 식당 레스토랑 카페 レストラン カフェ 餐厅 餐廳 饭店 飯店'
  ).split(' '),
)

/** Cuisines, dishes and legal forms: left out of a name when more than one word remains. */
const KINDS = new Set(
  (
    'company co inc ltd llc sl sa cia catering cuisine gourmet express deli buffet taproom creamery ' +
    'chinese mexican italian indian thai japanese korean turkish greek vietnamese asian oriental american mediterranean spanish ' +
    'vegan vegetarian vegano vegana vegetariano vegetariana veggie chino china mexicano mexicana italiano italiana japones japonesa ' +
    'peruano peruana argentino argentina arabe indio pizza pizzas sushi burger burgers tacos ramen wok kebab family food foods comida'
  ).split(' '),
)

/** Words that cannot end a name after its last words were removed. */
const TIES = new Set(['y', 'e', 'and', 'de', 'del', 'in', 'en', 'at', 'of', 'n'])

const ARTICLES = new Set('el la los las lo the le les il i o a os as al der die das l'.split(' '))

const CONJUNCTIONS = new Set(['y', 'e', 'and', 'et', 'und'])

/** "역삼점", "渋谷店": the branch of a chain, written as part of the word. */
const BRANCH = /^.+(?:점|店)$/u

const CUT = /\s[-–—|·•~]\s|[:|(（[]|\s[@/]\s|\sby\s/u

/**
 * All keys under which a place is found. They are its whole names, the part before a suffix ("Denver Beer Co -
 * Littleton"), a name in parentheses in another script ("고브루(Gobrew)"), the name without its branch ("한와담 역삼점"), the
 * name without generic words and leading articles ("Restaurante El Cuartito" → "el cuartito", "cuartito"), without its
 * cuisine, legal form and city ("Best Wok Chinese Restaurant" → "best wok"), "&" written out or left out, and the
 * handle.
 */
export function nameForms(thing: NamedThing): NameForm[] {
  const forms = new Map<string, NameForm>()
  const add = (key: string, short: boolean, handle = false): void => {
    const known = forms.get(key)
    if (key !== '' && (known === undefined || (known.short && !short))) forms.set(key, { key, short, handle })
  }
  const city = nameKey(thing.city ?? '')
    .split(' ')
    .filter(Boolean)
  for (const name of [thing.name, ...(thing.otherNames ?? [])]) {
    const whole = nameKey(name)
    add(whole, false)
    const parts = name.includes('(') || CUT.test(name) ? nameParts(name) : []
    for (const part of parts) addShort(part, add)
    for (const key of [whole, ...parts]) {
      for (const spelled of conjunctionForms(key, name)) add(spelled, key !== whole)
      for (const bare of withoutGeneric(key, city)) addShort(bare, add)
    }
  }
  if (thing.instagram !== undefined) add(nameKey(thing.instagram), false, true)
  return [...forms.values()]
}

function addShort(key: string, add: (key: string, short: boolean) => void): void {
  if (isDistinctive(key)) add(key, true)
}

/** A shortened form must still identify something: at least two letters, and more than generic words or digits. */
function isDistinctive(key: string): boolean {
  const words = key.split(' ')
  const letters = key.replace(/[^\p{L}]/gu, '').length
  const minimum = /[a-z]/.test(key) ? 3 : 2
  return (
    letters >= minimum &&
    words.some((word) => !GENERIC.has(word) && !ARTICLES.has(word) && !/^\d+$/.test(word))
  )
}

function nameParts(name: string): string[] {
  const head = nameKey(name.split(CUT)[0] ?? '')
  const inner = /[(（[]([^)）\]]+)/u.exec(name)?.[1]
  const parts = head === '' || head === nameKey(name) ? [] : [head]
  if (inner !== undefined && isLatin(inner) !== isLatin(name.replace(inner, ''))) parts.push(nameKey(inner))
  const slash = name.split(/\s\/\s/u)
  if (slash.length === 2) parts.push(...slash.map(nameKey))
  return parts
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text)
}

function conjunctionForms(key: string, name: string): string[] {
  const forms: string[] = []
  if (/[&+]/.test(name)) {
    const spelled = (word: string): string => nameKey(name.replace(/[&+]/g, ` ${word} `))
    forms.push(spelled('y'), spelled('and'))
  }
  const words = key.split(' ')
  const bare = words.filter(
    (word, index) => index === 0 || index === words.length - 1 || !CONJUNCTIONS.has(word),
  )
  if (bare.length < words.length) forms.push(bare.join(' '))
  return forms
}

/** The key without its branch, then without each generic word, the city or the legal form at its ends in turn. */
function withoutGeneric(key: string, city: readonly string[]): string[] {
  let words = key.split(' ')
  const forms: string[] = []
  const branch = words.at(-1)
  if (words.length > 1 && branch !== undefined && BRANCH.test(branch)) {
    words = words.slice(0, -1)
    forms.push(words.join(' '))
  }
  const ends: string[] = []
  for (let shorter = withoutEnd(words, city); shorter !== null; shorter = withoutEnd(words, city)) {
    words = shorter
    ends.push(words.join(' '))
  }
  // The forms in between contain the shortest one, which finds the same texts.
  forms.push(...ends.slice(0, 1), ...ends.slice(1).slice(-1))
  const first = words[0]
  if (words.length > 1 && first !== undefined && GENERIC.has(first)) {
    words = words.slice(1)
    forms.push(words.join(' '))
  }
  const article = words[0]
  if (words.length > 1 && article !== undefined && ARTICLES.has(article)) forms.push(words.slice(1).join(' '))
  return forms
}

/** The fewest letters of a single word that may represent a name without its city. */
const MIN_LETTERS_ALONE = 5

/** Null when the last word distinguishes the name from others. */
function withoutEnd(words: readonly string[], city: readonly string[]): string[] | null {
  const last = words.at(-1)
  if (last === undefined || words.length < 2) return null
  if (GENERIC.has(last) || KINDS.has(last)) {
    const rest = withoutTies(words.slice(0, -1))
    const distinctive = rest.filter((word) => !ARTICLES.has(word))
    return distinctive.length > (GENERIC.has(last) ? 0 : 1) ? rest : null
  }
  const start = words.length - city.length
  if (city.length === 0 || start < 1 || city.some((word, i) => words[start + i] !== word)) return null
  const rest = withoutTies(words.slice(0, start))
  const single = rest.length === 1 ? rest[0] : undefined
  if (rest.length === 0 || (single !== undefined && (single.length < MIN_LETTERS_ALONE || KINDS.has(single))))
    return null
  return rest
}

function withoutTies(words: readonly string[]): string[] {
  const end = words.findLastIndex((word) => !TIES.has(word))
  return words.slice(0, end + 1)
}
