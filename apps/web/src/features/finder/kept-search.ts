import { finderResult } from '@antojo/contract/finder'
import { z } from 'zod'
import type { FinderAnswer } from './finder-api.ts'
import type { FinderFields } from './finder-input.ts'

const keptSearch = z.object({
  finder: z.object({
    userId: z.string().nullable(),
    fields: z.record(z.enum(['url', 'caption', 'hashtags', 'city', 'seen']), z.string()),
    outcome: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('found'), results: z.array(finderResult), framesBlocked: z.boolean() }),
        z.object({
          kind: z.literal('none'),
          possible: z.array(finderResult),
          framesBlocked: z.boolean(),
          transcribed: z.boolean(),
        }),
      ])
      .nullable(),
  }),
})

/** A search of the finder as the history entry keeps it; `outcome` is null until it has ended well. */
export interface KeptSearch {
  readonly fields: FinderFields
  readonly outcome: FinderAnswer | null
}

/** The search in the state of a history entry; null when there is none, or when it is of another person. Who signs in keeps a guest's. */
export function searchIn(state: unknown, userId: string | null): KeptSearch | null {
  const kept = keptSearch.safeParse(state)
  const isOwn = kept.success && [null, userId].includes(kept.data.finder.userId)
  return isOwn ? kept.data.finder : null
}
