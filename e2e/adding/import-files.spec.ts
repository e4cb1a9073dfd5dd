import { tiktokJson } from '@antojo/testing/exports'
import { strToU8, zipSync } from 'fflate'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const [saved, liked] = ['7301234567890123457', '7301234567890123458']

test('an export of TikTok: preview, import, and undo as a whole', async ({
  page,
  app,
  posts,
  texts,
  expectAccessible,
}) => {
  const client = await enterWith({ page, app }, [posts.get('06-don-julio')?.link ?? ''])
  const count = async (): Promise<number> => {
    const response = await client.request(`/rest/v1/videos?user_id=eq.${client.userId}&select=id`)
    const rows: unknown = await response.json()
    return Array.isArray(rows) ? rows.length : -1
  }
  await page.goto('/')
  await page.getByRole('button', { name: texts('bulk_open') }).click()
  await page.getByRole('link', { name: texts('imports_open') }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts('page_imports') })).toBeVisible()
  const file = page.locator('input[type=file]')

  const data = tiktokJson({ favourites: [saved], likes: [liked] })
  const zip = zipSync({ 'user_data_tiktok.json': strToU8(data) })
  await file.setInputFiles({
    name: 'TikTok_Data.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zip),
  })
  const card = page.getByRole('region', { name: texts('imports_format_tiktok') })
  await expect(card).toContainText('TikTok_Data.zip')
  await expect(card).toContainText(texts('imports_part_numbers', { fresh: '1', known: '0' }))
  await expectAccessible()
  expect(await count()).toBe(1)
  await card.getByRole('switch', { name: texts('imports_part_likes') }).click()
  await card.getByRole('button', { name: texts('imports_start', { n: '2' }) }).click()
  await expect(card).toContainText(texts('imports_done'))
  await expectAccessible()
  expect(await count()).toBe(3)

  await card.getByRole('button', { name: texts('imports_undo') }).click()
  const question = page.getByRole('alertdialog', { name: texts('imports_undo_question') })
  await question.getByRole('button', { name: texts('imports_undo') }).click()
  await expect(card).toBeHidden()
  expect(await count()).toBe(1)
})
