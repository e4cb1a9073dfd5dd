import { buildPost } from '@antojo/testing/sandbox/post'
import { expect, test } from '../support/fixtures.ts'
import { enterWith } from '../support/people.ts'

test('a video that its platform took away says so beside its picture', async ({
  page,
  app,
  home,
  texts,
  expectAccessible,
}) => {
  const taken = buildPost({ id: 'taken', title: 'Tacos', failure: 'gone' })
  app.sandbox.addPost(taken)
  const client = await enterWith({ page, app })
  const row = { video_url: taken.link, platform: 'TikTok', restaurant_name: 'Tacos Lupe' }
  await client.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(row) })
  await page.goto('/')
  const detail = await home.openDetail('Tacos Lupe')
  await expect(detail.getByText(texts('detail_taken_away', { platform: 'TikTok' }))).toBeVisible()
  await expectAccessible()
})
