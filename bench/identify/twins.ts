import type pg from 'pg'
import type { LabelledPost } from '@antojo/identify/eval/posts'

interface Row {
  readonly source: string
  readonly source_id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly address: string | null
  readonly other_address: string | null
  readonly neighbourhood: string | null
  readonly city: string
  readonly country: string
}

const COUNTRIES = ['ES', 'MX', 'AR', 'BO', 'SV', 'CO', 'PE', 'CL', 'UY', 'GT', 'US', 'GB', 'IE']
const ENGLISH = new Set(['US', 'GB', 'IE'])
/** Bounds of the distance, in degrees, between two places of one name in one city. */
const SAME_CITY = 0.2
const SAME_PLACE = 0.004

/**
 * Posts of one sentence about one of two places of a name in one city, distinguished by street and number, by the street
 * alone, by the part of the city, or not at all. The same seed gives the same posts.
 */
export async function twins(pool: pg.Pool, count: number, seed: number): Promise<LabelledPost[]> {
  const { rows } = await pool.query<Row>(
    `select * from (
       select p.*, q.address other_address, row_number() over (partition by n.key order by md5(p.id::text || $1)) nth,
         md5(n.key || $1) random
       from place_names n join places p on p.id = n.place_id
       join place_names m on m.key = n.key and not m.short and m.place_id <> n.place_id
       join places q on q.id = m.place_id
       where not n.short and not n.handle and p.city is not null and p.country = any($3)
         and length(p.name) between 4 and 40
         and greatest(abs(p.lat - q.lat), abs(p.lng - q.lng)) between ${SAME_PLACE} and ${SAME_CITY}
     ) pairs where nth = 1 order by random limit $2`,
    [String(seed), count, COUNTRIES],
  )
  return rows.flatMap((row, at) =>
    Object.entries(wheres(row)).map(([told, where]) => twin(row, `t${seed}-${at}-${told}`, { told, where })),
  )
}

/** The words in the post that distinguish the place from its twin. */
function wheres({
  address,
  other_address: other,
  neighbourhood,
  country,
}: Row): Readonly<Record<string, string>> {
  const street = firstPart(address)
  const name = street.replace(/\b\d+\S*\b/g, '').trim()
  const typed = /^(?:calle|av|c\/|paseo|plaza|carrer|jir|carr)/i.test(name) ? name : `la calle ${name}`
  const isTold = street !== '' && street !== firstPart(other)
  return {
    city: '',
    ...(isTold && /\d/.test(street) ? { number: `, ${street}` } : {}),
    ...(isTold && name.length > 3
      ? { street: ENGLISH.has(country) ? `, the one on ${name}` : `, el de ${typed}` }
      : {}),
    ...(neighbourhood === null
      ? {}
      : { part: ENGLISH.has(country) ? ` in ${neighbourhood}` : `, en ${neighbourhood}` }),
  }
}

const firstPart = (address: string | null): string => address?.split(',')[0]?.trim() ?? ''

function twin(row: Row, id: string, { told, where }: { told: string; where: string }): LabelledPost {
  const { source, source_id, name, lat, lng, city } = row
  const english = ENGLISH.has(row.country)
  return {
    id,
    lang: english ? 'en' : 'es',
    kind: `twin, ${told}`,
    description: english
      ? `Dinner at ${name}${where}, ${city}. So good`
      : `Cenamos en ${name}${where}, ${city}. Muy rico todo`,
    gold: [{ source, source_id, name, lat, lng }],
  }
}
