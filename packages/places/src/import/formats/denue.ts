import type { CsvLayout } from './read-csv.ts'
import { text } from '../record.ts'
import type { RawFields } from '../record.ts'

/** Kinds of Mexico's SCIAN 2018, branch 722 (food and drink), as OpenStreetMap tags. */
const KINDS: Readonly<Record<string, { categories: string[]; cuisine?: string[] }>> = {
  '311812': { categories: ['bakery'] },
  '722411': { categories: ['nightclub', 'bar'] },
  '722412': { categories: ['bar'] },
  '722511': { categories: ['restaurant'], cuisine: ['mexican'] },
  '722512': { categories: ['restaurant'], cuisine: ['seafood'] },
  '722513': { categories: ['restaurant'], cuisine: ['mexican', 'antojitos'] },
  '722514': { categories: ['restaurant'], cuisine: ['mexican', 'tacos', 'sandwich'] },
  '722515': { categories: ['cafe'] },
  '722516': { categories: ['fast_food'], cuisine: ['pizza', 'burger', 'chicken'] },
  '722517': { categories: ['restaurant'] },
  '722518': { categories: ['fast_food'] },
  '722519': { categories: ['restaurant'] },
}

/** INEGI's DENUE in its published form (`denue_inegi_NN_.csv`): the rows of food and drink; others are left out. */
export const DENUE: CsvLayout = {
  mapping: {
    source_id: 'id',
    name: 'nom_estab',
    lat: 'latitud',
    lng: 'longitud',
    address: ['tipo_vial', 'nom_vial', 'numero_ext', 'letra_ext'],
    neighbourhood: 'nomb_asent',
    city: 'municipio',
    region: 'entidad',
    country: '=MX',
    postcode: 'cod_postal',
    phone: 'telefono',
    website: 'www',
  },
  keep: (row) => kindOf(row) !== undefined,
  facts: (row) => kindOf(row) ?? {},
}

function kindOf(row: RawFields): { categories: string[]; cuisine?: string[] } | undefined {
  return KINDS[text(row['codigo_act']) ?? '']
}
