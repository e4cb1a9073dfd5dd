import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const onCover = buildPost({
  id: 'on-cover',
  title: 'adivinen 👀 #foodie',
  onCover: ['CONTRAMAR', 'Roma Norte, CDMX'],
})
const inWords = buildPost({
  id: 'in-words',
  title: 'Tostadas 📍 Contramar, Roma Norte, CDMX',
  onCover: ['EL CALIFA', 'Condesa, CDMX'],
})

const inSubtitles = buildPost({
  id: 'in-subtitles',
  platform: 'YouTube',
  link: 'https://www.youtube.com/watch?v=subtitles01',
  title: 'El mejor plan para este finde 👀',
  spoken: ['hoy por fin venimos', 'a Contramar en la Roma Norte', 'en la ciudad de México'],
})

let node: TestNode

beforeAll(async () => {
  node = await startTestNode([onCover, inWords, inSubtitles])
})
afterAll(() => node.stop())

it('finds a restaurant that only the cover names, without a video file', { tags: 'slow' }, async () => {
  const ana = await node.person('ana')
  expect(await ana.add(onCover.link)).toMatchObject({
    decision: 'accepted',
    restaurants: ['Contramar'],
    textFrom: ['ocr'],
  })
})

it('does not read the cover when the words decide', async () => {
  const bea = await node.person('bea')
  expect(await bea.add(inWords.link)).toMatchObject({ decision: 'accepted', restaurants: ['Contramar'] })
  const rows = await node.database.asSystem('read an analysis', (tx) =>
    tx
      .selectFrom('analyses')
      .select('steps')
      .where('canonical_url', 'like', `%${inWords.link.slice(-19)}`)
      .execute(),
  )
  expect(JSON.stringify(rows[0]?.steps)).toContain('{"step":"ocr","state":"skipped"')
})

it('finds a restaurant that only the subtitles name', { tags: 'slow' }, async () => {
  const caro = await node.person('caro')
  expect(await caro.add(inSubtitles.link)).toMatchObject({ restaurants: ['Contramar'] })
})
