import { type ImportView, importView } from '@antojo/contract/transfer/imports'
import { tiktokJson } from '@antojo/testing/exports'
import { z } from 'zod'
import { isReady, onGround, until } from './ground.ts'

const POSTS = 100
const FIRST_ID = 7_300_000_000_000_000_000n

interface InterruptedImport {
  readonly state: ImportView['state']
  /** Saved posts, and how many different ones they are. */
  readonly saved: number
  readonly different: number
}

/** kill -9 of a node during an import, which goes on by itself on the next one. */
export async function killDuringImport(kills: number): Promise<InterruptedImport> {
  return onGround([], async ({ app, enter }) => {
    const client = await enter()
    const favourites = Array.from({ length: POSTS }, (_, index) => String(FIRST_ID + BigInt(index)))
    const body = tiktokJson({ favourites, likes: [] })
    const preview = await client.request('/imports?name=user_data.json', { method: 'POST', body })
    const { id } = importView.parse(await preview.json())
    const parts = JSON.stringify({ parts: [0] })
    const killed = client
      .request(`/imports/${id}/start`, { method: 'POST', body: parts })
      .catch(() => undefined)
    for (let kill = 0; kill < kills; kill += 1) {
      await app.kill()
      await app.restart()
      await until('ready again', () => isReady(app.url))
    }
    await killed
    const state = async (): Promise<ImportView['state']> =>
      importView.parse(await (await client.request(`/imports/${id}`)).json()).state
    // The kill may have come before the start.
    if ((await state()) === 'preview')
      await client.request(`/imports/${id}/start`, { method: 'POST', body: parts })
    await until('the end of the import', async () => (await state()) === 'done')
    const answer = await client.request(`/rest/v1/videos?user_id=eq.${client.userId}&select=canonical_url`)
    const saved = z.array(z.object({ canonical_url: z.string() })).parse(await answer.json())
    const different = new Set(saved.map(({ canonical_url: url }) => url)).size
    return { state: await state(), saved: saved.length, different }
  })
}
