import { nameKey } from '@antojo/domain/text'
import { nameForms } from '@antojo/places/text/name-forms'
import type pg from 'pg'
import type { LabelledPost } from '@antojo/identify/eval/posts'
import { seededRandom } from './random.ts'

interface Row {
  readonly source: string
  readonly source_id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address: string | null
  readonly city: string
  readonly country: string
}

const COUNTRIES = ['ES', 'MX', 'AR', 'BO', 'SV', 'CO', 'PE', 'CL', 'UY', 'GT', 'US', 'GB', 'IE']
const ENGLISH = new Set(['US', 'GB', 'IE'])

const EATEN = {
  es: [
    'unas croquetas brutales',
    'menú del día con postre',
    'el mejor café de la zona',
    'la carne, tremenda',
    'pasta fresca y vino',
    'comimos de todo',
    'un postre de locos',
    'atención de diez',
  ],
  en: [
    'best burger in ages',
    'a proper roast',
    'the noodles were unreal',
    'great coffee and cake',
    'three courses and wine',
    'huge portions',
    'so good we came back',
    'pizza night',
  ],
} as const

/** Templates with the name, the street and the city (each with its preposition), the dish, and the name as one word. */
const TEMPLATES = {
  es: [
    '📍{name}{street}{city}. {eaten}',
    'Lugar: {name}{street}{city}. {eaten}',
    'Fuimos a {name}{street}{city} y {eaten}',
    '{eaten} en {name}{city}{street}',
    'Probamos {name}{city}{street}: {eaten}',
    '{name}{city}{street}. {eaten}',
    "mejor que McDonald's: {name}{city}{street}, {eaten}",
    '{eaten}, gracias @{jam}{city}{street}',
    '{eaten}{street}{city} #{jam} #comida',
    'Hoy {eaten}, los esperamos{street}{city}',
  ],
  en: [
    '📍{name}{street}{city} – {eaten}',
    'Place: {name}{street}{city}. {eaten}',
    'We went to {name}{street}{city}, {eaten}',
    '{eaten} at {name}{city}{street}',
    'Tried {name}{city}{street}: {eaten}',
    '{name}{city}{street}. {eaten}',
    "better than McDonald's: {name}{city}{street}, {eaten}",
    '{eaten}, thanks @{jam}{city}{street}',
    '{eaten}{street}{city} #{jam} #foodie',
    'Today {eaten}, come see us{street}{city}',
  ],
} as const
const IN_WORDS = { es: [' en ', ', ', ' de '], en: [' in ', ', '] } as const

/**
 * Posts of one sentence around random places of the index: the name in any casing, shortened, as handle, hashtag or
 * account, with its city in words, as hashtag or not at all, one in four with its street. The same for the same seed.
 */
export async function sentences(pool: pg.Pool, count: number, seed: number): Promise<LabelledPost[]> {
  const { rows } = await pool.query<Row>(
    `select source, source_id, name, lat, lng, address, city, country from places
     where country = any($1) and city is not null and length(name) between 3 and 40
     order by md5(id::text || $2) limit $3`,
    [COUNTRIES, String(seed), count],
  )
  const next = seededRandom(seed)
  return rows.map((row, at) => sentence(row, `s${seed}-${at}`, next))
}

function sentence(row: Row, id: string, next: () => number): LabelledPost {
  const lang = ENGLISH.has(row.country) ? 'en' : 'es'
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)]
  const street = row.address?.split(',')[0]?.trim() ?? ''
  const place = next()
  const words: Readonly<Record<string, string>> = {
    name: written(row.name, next),
    street: street !== '' && next() < 0.25 ? `, ${street}` : '',
    city: place < 0.6 ? `${oneOf(IN_WORDS[lang])}${row.city}` : '',
    eaten: oneOf(EATEN[lang]) ?? '',
    jam: jam(row.name),
  }
  const template = oneOf<string>(TEMPLATES[lang]) ?? ''
  const tag = place >= 0.6 && place < 0.85 ? ` #${jam(row.city)}` : ''
  const { source, source_id, name, lat, lng } = row
  return {
    id,
    lang,
    kind: 'sentence',
    description: template.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '') + tag,
    ...(/\{name|\{jam/.test(template) ? {} : { creator: name }),
    gold: [{ source, source_id, name, lat, lng }],
  }
}

function written(name: string, next: () => number): string {
  const shorter = nameForms({ name }).filter((form) => form.short && form.key.length >= 5)
  const form = next() < 0.3 ? shorter[Math.floor(next() * shorter.length)]?.key : undefined
  const text = form === undefined ? name : form.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const casing = next()
  return casing < 0.3 ? nameKey(text) : casing < 0.4 ? text.toUpperCase() : text
}

const jam = (name: string): string => nameKey(name).replaceAll(' ', '')
