import { nameKey } from '@antojo/domain/text'

/** A street and a house number in one comparable form. */
export interface StreetAddress {
  /** Distinctive words of the street, without its type and articles, such as `['scalabrini', 'ortiz']`. */
  readonly words: readonly string[]
  /** House number as written, without spaces before letters: `248`, `12b`, `12-34` (Colombia). */
  readonly number?: string
}

const STREET_TYPES = new Set(
  (
    'calle c cl cll carrer c/ rua rue av ave avda avenida avenue avinguda boulevard blvd bulevar bv bd paseo pso p pg passeig ' +
    'plaza plz pza placa place piazza praca pl ctra carretera camino cno ronda rambla travesia pasaje pje psje callejon ' +
    'prolongacion prol calzada calz circuito autopista ruta jiron jr carrera cra kr kra cr diagonal dg transversal tv tr ' +
    'street st str strasse road rd lane ln drive dr court ct square sq way highway hwy parkway pkwy terrace alley ' +
    'kalea kaltzada kalea etorbidea no num numero nro n local piso esquina esq suite ste unit apt floor ' +
    'de del la las los el lo les le du des da do dos d of the y e and'
  ).split(' '),
)

const DIRECTIONS = shortForms({
  n: 'north norte',
  s: 'south sur',
  e: 'east este oriente',
  w: 'west oeste poniente',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
})

/** Colombian addresses: "Carrera 7 # 12-34" is number 34 past the corner of 7 and 12. */
const GRID =
  /\b(calle|carrera|cra|cr|kra|kr|cl|cll|diagonal|dg|transversal|tv)\.?\s*(\d+(?:\s*[a-z]{1,4})?)\s*(?:#|no\.?|nº|n°)\s*(\d+[a-z]?)\s*-\s*(\d+)/iu

/** Words that follow the house number, whose digits come before: floor, door, shop. */
const UNIT =
  /(?<![\s,])[\s,]+(?:piso|planta|local|loc|depto|dpto|apto|apt|suite|ste|unit|int|interior|oficina|floor|puerta)\b.*/iu

const GRID_TYPES = shortForms({
  cl: 'calle cl cll',
  cr: 'carrera cra cr kra kr',
  dg: 'diagonal dg',
  tv: 'transversal tv',
})

function shortForms(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([short, all]) => all.split(' ').map((word) => [word, short] as const)),
  )
}

/**
 * Reads an address line: "Calle de Toledo, 23", "C/ Toledo 23", "Corrientes Av. 1686", "1011 Cross Country Rd",
 * "Carrera 7 # 12-34", "High Street 248". Null when no street remains.
 */
export function parseStreetAddress(line: string): StreetAddress | null {
  const whole = line.replace(/<[^<>]*>/g, ' ')
  const digit = whole.search(/\d/)
  const text = whole.slice(0, digit) + whole.slice(digit).replace(UNIT, '')
  const grid = GRID.exec(text)
  if (grid !== null) return gridAddress(grid)
  const parts = text.split(/[,;]/)
  const first = parts[0] ?? ''
  const number =
    houseNumber(first) ?? houseNumber(parts[1] ?? '', true) ?? houseNumber(parts.slice(1).join(' '))
  const words = streetWords(/\d/.test(first) || parts.length === 1 ? first : joinInverted(parts))
  const street = number === undefined ? words : dropOnce(words, number)
  if (street.length === 0) return null
  return number === undefined ? { words: street } : { words: street, number }
}

/** Keys of an address, as stored in `places.address_keys`. */
export function addressKeys(line: string): string[] {
  const address = parseStreetAddress(line)
  if (address === null) return []
  const { words, number } = address
  return number === undefined ? [...words] : [...words, ...words.map((word) => `${word} ${number}`)]
}

/** The distinctive words of a street's name, in a uniform spelling. */
export function streetWords(street: string): string[] {
  const words = nameKey(street.replace(/\bs\/n\b/giu, ' ')).split(' ')
  const distinctive = words
    .filter((word) => word !== '' && !STREET_TYPES.has(word))
    .map((word) => DIRECTIONS.get(word) ?? word)
  const kept = distinctive.length > 0 ? distinctive : words.filter((word) => word !== '')
  return [...new Set(kept)]
}

function gridAddress(grid: RegExpExecArray): StreetAddress {
  const type = GRID_TYPES.get((grid[1] ?? '').toLowerCase()) ?? 'cl'
  const name = (grid[2] ?? '').replace(/\s+/g, '').toLowerCase()
  return { words: [`${type}${name}`], number: `${(grid[3] ?? '').toLowerCase()}-${grid[4] ?? ''}` }
}

function houseNumber(text: string, whole = false): string | undefined {
  const trimmed = text.trim()
  const match = whole
    ? /^(?:n[º°.o]*\s*)?(\d{1,5}[a-z]?)\b/iu.exec(trimmed)
    : (/^(\d{1,5}[a-z]?)\s+\D/iu.exec(trimmed) ??
      /\s(?:n[º°.o]*\s*|#\s*)?(\d{1,5}\s?[a-z]?)(?:\s*[-–/]\s*\w+)?$/iu.exec(trimmed) ??
      /\D\s(\d{1,5})\b/u.exec(trimmed))
  return match?.[1]?.replace(/\s/g, '').toLowerCase()
}

/** "BUFANO, ALFREDO R. 2002": the given name follows the comma. */
function joinInverted(parts: readonly string[]): string {
  const second = parts[1] ?? ''
  return /^\p{L}[\p{L}. ]*\d*$/u.test(second.trim()) && /\d/.test(second)
    ? `${parts[0] ?? ''} ${second}`
    : (parts[0] ?? '')
}

function dropOnce(words: readonly string[], number: string): string[] {
  const digits = /^\d+/.exec(number)?.[0] ?? number
  const rest = words.filter((word) => word !== number && word !== digits)
  return rest.length > 0 ? rest : [...words]
}
