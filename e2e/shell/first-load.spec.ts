import { expect, test } from '../support/fixtures.ts'
import { createPerson, openDevice, saveVideos, signIn } from '../support/people.ts'

test('the first screen asks for its videos once, and brings no other screen along', async ({
  page,
  app,
  browser,
  home,
  texts,
  language,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await signIn(page, texts, lupe)
  await expect(home.card('Contramar')).toBeVisible()
  const session = await page.evaluate(() => localStorage.getItem('antojo:session') ?? '')

  const device = await openDevice(browser, language)
  const asked: string[] = []
  device.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await device.addInitScript((stored) => localStorage.setItem('antojo:session', stored), session)
  await device.goto(app.url)
  await expect(device.getByRole('article', { name: 'Contramar' })).toBeVisible()
  expect(asked.filter((path) => path === '/rest/v1/videos')).toHaveLength(1)
  await expect(device.getByText(texts('sort_no_location'))).toBeVisible()
  expect(asked.filter((path) => /\/(?:list|lists|sign-in|shared|zod)-/.test(path))).toEqual([])

  asked.length = 0
  await device.goto(`${app.url}/find`)
  await expect(device.getByLabel(texts('find_url'))).toBeVisible()
  expect(asked.filter((path) => path.includes('/find-'))).not.toEqual([])
  expect(asked.filter((path) => /\/(?:cards|home|list|lists|sign-in|shared|zod)-/.test(path))).toEqual([])
  await device.context().close()
})
