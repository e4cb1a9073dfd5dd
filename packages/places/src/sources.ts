import type pg from 'pg'

/** A source of places, the number of its places in the index and its credit. */
export interface SourceCount {
  readonly source: string
  readonly title: string
  readonly licence?: string
  readonly url?: string
  readonly places: number
  readonly importedAt: Date
}

interface SourceRow {
  readonly source: string
  readonly title: string
  readonly licence: string | null
  readonly url: string | null
  readonly places: number
  readonly imported_at: Date
}

/** The sources of the index, the largest first. */
export async function listSources(pool: pg.Pool): Promise<SourceCount[]> {
  const { rows } = await pool.query<SourceRow>('select * from place_sources order by places desc, source')
  return rows.map((row) => ({
    source: row.source,
    title: row.title,
    places: row.places,
    importedAt: row.imported_at,
    ...(row.licence !== null && { licence: row.licence }),
    ...(row.url !== null && { url: row.url }),
  }))
}
