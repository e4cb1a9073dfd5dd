import { expect, test } from '../support/fixtures.ts'
import { createPerson, makeList, openAs, saveVideos } from '../support/people.ts'

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

test('a shared list brings the code of no other screen, and its map waits for a person or a calm moment', async ({
  page,
  app,
  home,
  isMobile,
}) => {
  const lupe = await createPerson(app)
  const place = { enrich_place_lat: '19.4195', enrich_place_lng: '-99.1666' }
  const listId = await makeList(lupe, 'Para la visita', await saveVideos(lupe, ['Contramar'], place), {
    visibility: 'unlisted',
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // For the browser, a question of this test is an act of the person.
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: undefined }))
  await page.goto(`/list/${listId}`)
  await expect(home.card('Contramar')).toBeVisible()
  await expect.poll(() => asked.some((url) => url.includes('/paper-list-'))).toBe(true)
  if (isMobile) {
    expect(asked.filter((url) => /\/(?:shared|zod|map|maplibre)-/.test(url))).toEqual([])
    return
  }
  const waited = () =>
    page.evaluate(() => {
      const [code, map] = ['/map-', '/maplibre-'].map((name) =>
        performance
          .getEntriesByType('resource')
          .find((entry) => entry.name.includes(name) && entry.name.endsWith('.js')),
      )
      return code && map ? map.startTime - code.startTime : 0
    })
  await expect.poll(waited).toBeGreaterThan(2990)
  await page.reload()
  await expect(home.card('Contramar')).toBeVisible()
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await expect.poll(waited).toBeGreaterThan(0)
  expect(await waited()).toBeLessThan(2990)
})
