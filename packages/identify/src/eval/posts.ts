import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { nameKey } from '@antojo/domain/text'
import { distanceKm } from '@antojo/domain/distance'
import { postSchema } from '../post-file.ts'
import { z } from 'zod'

const goldSchema = z.object({
  source: z.string(),
  source_id: z.string(),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
})
const labelledSchema = postSchema.extend({ kind: z.string(), gold: z.array(goldSchema).default([]) })
export type LabelledPost = z.infer<typeof labelledSchema>
export type Gold = z.infer<typeof goldSchema>

/** Posts of a JSONL file with `kind` and `gold`. */
export function readPosts(file: string): LabelledPost[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => labelledSchema.parse(JSON.parse(line)))
}

/** The part of a post. A third, by the hash of the id, is `untouched`: nobody looks at it while writing rules. */
export const partOf = (id: string): 'developed' | 'untouched' =>
  (createHash('sha256').update(`antojo:${id}`).digest()[0] ?? 0) % 3 === 0 ? 'untouched' : 'developed'

interface Located {
  readonly source: string
  readonly name: string
  readonly lat: number
  readonly lng: number
}

/** True for the same record, and for the same name (or one within the other) within 250 m. */
export function isGold(place: Located & { readonly sourceId: string }, gold: Gold): boolean {
  if (place.source === gold.source && place.sourceId === gold.source_id) return true
  if (distanceKm(place, gold) > 0.25) return false
  const [a, b] = [` ${nameKey(place.name)} `, ` ${nameKey(gold.name)} `]
  return a.includes(b) || b.includes(a)
}
