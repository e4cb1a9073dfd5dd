import { readFileSync } from 'node:fs'
import { nameKey } from '@antojo/domain/text'
import { distanceKm } from '@antojo/domain/distance'
import { postSchema } from '../../src/post-file.ts'
import { z } from 'zod'

const goldSchema = z.object({
  source: z.string(),
  source_id: z.string(),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
})
const labelledSchema = postSchema.extend({
  /** `named`, `media_only` (the name is only in pictures or speech), `several`, `ambiguous` (to be asked) or `none`. */
  kind: z.string(),
  /** How hard the post is: `typical`, `casual` or `hard`. */
  style: z.string().nullish(),
  gold: z.array(goldSchema).default([]),
})

/** A post with the places that it is about. */
export type LabelledPost = z.infer<typeof labelledSchema> & {
  /** The writer. Posts of one writer are never in both training and test. */
  readonly writer: string
  /** True for a post that was made from others for training. */
  readonly isMade: boolean
}
export type Gold = z.infer<typeof goldSchema>

/** Reads the posts of a JSONL file. The writer is the beginning of the id up to `-` or `_`, such as `w1`. */
export function readPosts(file: string): LabelledPost[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const post = labelledSchema.parse(JSON.parse(line))
    return { ...post, writer: post.id.split(/[-_]/)[0] ?? '', isMade: false }
  })
}

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
