import { expect, test } from '../support/fixtures.ts'
import { createPerson, openAs, saveVideos } from '../support/people.ts'

test('the first screen requests its videos once, and loads no other screen', async ({
  page,
  app,
  home,
  texts,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openAs(page, lupe)
  await expect(home.card('Contramar')).toBeVisible()
  expect(asked.filter((path) => path === '/rest/v1/videos')).toHaveLength(1)
  await expect(page.getByText(texts('sort_no_location'))).toBeVisible()
  expect(asked.filter((path) => /\/(?:list|lists|sign-in|shared|zod)-/.test(path))).toEqual([])

  asked.length = 0
  await page.goto('/find')
  await expect(page.getByLabel(texts('find_url'))).toBeVisible()
  expect(asked.filter((path) => path.includes('/find-'))).not.toEqual([])
  expect(asked.filter((path) => /\/(?:cards|home|list|lists|sign-in|shared|zod)-/.test(path))).toEqual([])
})
