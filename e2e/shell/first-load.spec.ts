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
  page.on('request', (request) => asked.push(request.url()))
  await openAs(page, lupe)
  await expect(home.card('Contramar')).toBeVisible()
  const states = asked.flatMap((url) => new URL(url).searchParams.getAll('identify_state'))
  expect(states.toSorted()).toEqual(['eq.identified', 'neq.identified'])
  await expect(page.getByText(texts('sort_no_location'))).toBeVisible()
  expect(asked.filter((url) => /\/(?:list|lists|sign-in|shared|zod)-/.test(url))).toEqual([])

  asked.length = 0
  await page.goto('/find')
  await expect(page.getByLabel(texts('find_url'))).toBeVisible()
  expect(asked.filter((url) => url.includes('/find-'))).not.toEqual([])
  expect(asked.filter((url) => /\/(?:cards|home|list|lists|sign-in|shared|zod)-/.test(url))).toEqual([])
})
