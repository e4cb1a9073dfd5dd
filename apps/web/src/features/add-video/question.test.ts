import { m } from '@antojo/i18n/messages'
import { expect, test } from 'vitest'
import { videoOf } from '../../entities/video/video.ts'
import { captionTip, questionOfRow } from './question.ts'

const candidate = {
  place_id: 'osm:1',
  name: 'Contramar',
  formatted_address: 'Durango 200',
  score: 0.6,
  breakdown: { name: 1, website: 0, geo: 0, pop: 0 },
  explanation: 'Contramar',
  why: [],
}

/** What is asked about a row with these columns. */
function asked(columns: object) {
  const video = videoOf({ id: 'v1', video_url: 'https://youtu.be/abcdefghijk', ...columns })
  if (!video) throw new Error('no video')
  return questionOfRow(video)
}

test('a pending question comes back from its row', () => {
  const { candidates, url } = asked({ identify_state: 'question', identify_question: [candidate] })
  expect(candidates.map(({ name }) => name)).toEqual(['Contramar'])
  expect(url).toBe('https://youtu.be/abcdefghijk')
})

test('candidates that cannot be read become the box', () => {
  expect(asked({ identify_state: 'question', identify_question: [{ name: 1 }] }).candidates).toEqual([])
  expect(asked({ identify_state: 'unidentified', identify_question: [candidate] }).candidates).toEqual([])
})

test.each([
  ['not_a_restaurant_post', m.weak_title(), m.weak_not_place()],
  ['no_restaurant_name', m.weak_title(), m.weak_no_name()],
  [null, m.weak_title(), m.weak_no_name()],
  ['E_YT_OEMBED_JSON', m.oembed_title(), m.error_E_YT_OEMBED_JSON()],
  ['a_later_code', m.oembed_title(), m.error_oembed_other()],
])('the reason %s is explained', (identify_reason, title, message) => {
  expect(asked({ identify_state: 'unidentified', identify_reason })).toMatchObject({ title, message })
})

test('each platform has its own way to the text', () => {
  const links = ['https://www.tiktok.com/x', 'https://www.instagram.com/reel/x', 'https://youtu.be/x']
  expect(new Set([...links, 'https://fb.watch/x', 'https://x.test'].map(captionTip)).size).toBe(5)
})
