import { createHash } from 'node:crypto'
import { EVIDENCE_SOURCES } from '@antojo/domain/places/evidence-kinds'
import type { Database } from '@antojo/db/database'
import { z } from 'zod'
import { type ChosenPost, readChosenPosts } from './repo.ts'

const textsSchema = z.array(z.object({ source: z.enum(EVIDENCE_SOURCES), text: z.string() }))
const placesSchema = z.array(z.object({ id: z.string(), name: z.string(), lat: z.number(), lng: z.number() }))

/**
 * The posts for which independent people chose the same places, as lines for `npm run train:identify`: the texts of the
 * post and its places. The lines do not identify these people.
 */
export async function chosenPosts(database: Database): Promise<readonly object[]> {
  return (await database.asSystem('export chosen posts', readChosenPosts)).flatMap(lineOf)
}

function lineOf({ canonical_url: url, platform, texts, places }: ChosenPost): object[] {
  const post = textsSchema.safeParse(texts)
  const chosen = placesSchema.safeParse(places)
  if (!post.success || !chosen.success) return []
  return [
    {
      id: `own-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`,
      platform,
      kind: chosen.data.length > 1 ? 'several' : 'named',
      texts: post.data.map(({ source, text }) => ({ source, text })),
      gold: chosen.data.map(({ id, ...place }) => ({
        source: id.slice(0, id.indexOf(':')),
        source_id: id.slice(id.indexOf(':') + 1),
        ...place,
      })),
    },
  ]
}
