import type { GoTrueClient } from '@supabase/auth-js'
import type { AuthFixture } from './fixture.ts'

/** Makes the client's session a day old, as a stolen one would be; returns its access token. */
export async function makeOld(auth: AuthFixture, client: GoTrueClient): Promise<string> {
  const { data } = await client.getUser()
  await auth.db.pool.query(
    `update auth.sessions set amr = (select jsonb_agg(jsonb_set(entry, '{timestamp}',
       to_jsonb((entry ->> 'timestamp')::int - 86400))) from jsonb_array_elements(amr) entry) where user_id = $1`,
    [data.user?.id],
  )
  const { data: refreshed } = await client.refreshSession()
  return refreshed.session?.access_token ?? ''
}
