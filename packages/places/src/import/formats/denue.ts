import type { CsvLayout } from './read-csv.ts'
import { text, type RawFields } from '../record.ts'

/** Business types of Mexico's SCIAN 2018, branch 722 (food and drink), as OpenStreetMap tags. */
const KINDS: Readonly<Record<string, { categories: string[]; cuisine?: string[] }>> = {
  '311812': { categories: ['bakery'] },
  '722411': { categories: ['nightclub', 'bar'] },
  '722412': { categories: ['bar'] },
  '722511': { categories: ['restaurant'], cuisine: ['mexican'] },
  '722512': { categories: ['restaurant'], cuisine: ['seafood'] },
  '722513': { categories: ['restaurant'], cuisine: ['mexican', 'antojitos'] },
  '722514': { categories: ['restaurant'], cuisine: ['mexican', 'tacos', 'sandwich'] },
  '722515': { categories: ['cafe'] },
  '722516': { categories: ['restaurant'] },
  '722517': { categories: ['fast_food'], cuisine: ['pizza', 'burger', 'hot_dog', 'chicken'] },
  '722518': { categories: ['fast_food'] },
  '722519': { categories: ['restaurant'] },
}

const ADDRESS = ['tipo_vial', 'nom_vial', 'numero_ext', 'letra_ext'] as const
const SMALL_WORDS: ReadonlySet<string> = new Set('a al con de del e el en la las los y'.split(' '))

/** INEGI's DENUE as published (`denue_inegi_NN_.csv`). Only the rows of food and drink are read. */
export const DENUE: CsvLayout = {
  mapping: {
    source_id: 'id',
    lat: 'latitud',
    lng: 'longitud',
    city: 'municipio',
    country: '=MX',
    postcode: 'cod_postal',
    phone: 'telefono',
    website: 'www',
  },
  keep: (row) => kindOf(row) !== undefined,
  facts: (row) => ({
    ...kindOf(row),
    name: inTitleCase(row['nom_estab']),
    address: inTitleCase(ADDRESS.flatMap((column) => text(row[column]) ?? []).join(' ')),
    neighbourhood: inTitleCase(row['nomb_asent']),
    region: inTitleCase(row['entidad']),
  }),
}

/** "LA CASA DE TOÑO" is "La Casa de Toño": INEGI writes in capitals. Initials and numbers stay. */
function inTitleCase(value: unknown): string | undefined {
  return text(value)?.replaceAll(/\p{L}[\p{L}\p{N}'’]*/gu, (word, at: number) => {
    const lower = word.toLowerCase()
    if (word !== word.toUpperCase() || word.length === 1)
      return at > 0 && SMALL_WORDS.has(lower) ? lower : word
    if (at > 0 && SMALL_WORDS.has(lower)) return lower
    return word.charAt(0) + lower.slice(1)
  })
}

function kindOf(row: RawFields): { categories: string[]; cuisine?: string[] } | undefined {
  return KINDS[text(row['codigo_act']) ?? '']
}
