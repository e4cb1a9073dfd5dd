import { z } from 'zod'
import { listOf, type Rest } from '../../lib/api/rest.ts'

/** The profile of a person (spec §3). */
export type Profile = Readonly<Awaited<ReturnType<typeof fetchProfile>>>

const row = z.object({
  email: z.string().nullable(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  created_at: z.coerce.date(),
  is_subscribed: z.boolean(),
  trial_ends_at: z.coerce.date().nullable(),
  extraction_count: z.number(),
})

/** Reads the person's own profile and creates it when there is none yet. */
export async function fetchProfile(rest: Rest, user: { id: string; email: string }) {
  const columns = 'email,display_name,avatar_url,created_at,is_subscribed,trial_ends_at,extraction_count'
  const [found] = listOf(await rest.from('users').select(columns).eq('id', user.id).limit(1))
  const [made] =
    found === undefined
      ? listOf(await rest.from('users').insert({ id: user.id, email: user.email }).select(columns))
      : [found]
  const read = row.parse(made)
  return {
    name: read.display_name,
    picture: read.avatar_url,
    email: read.email ?? user.email,
    createdAt: read.created_at,
    premium: read.is_subscribed,
    trialEndsAt: read.trial_ends_at,
    extractions: read.extraction_count,
  }
}
