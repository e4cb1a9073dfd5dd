import { googleList, instagramPosts2026, tiktokJson } from '@antojo/testing/exports'
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
  // Neither post can be opened: the report keeps them, not the collection.
  await expect(card).toContainText(texts('imports_later', { n: '2' }))
  await expectAccessible()
  expect(await count()).toBe(1)

  await card.getByRole('button', { name: texts('imports_undo') }).click()
  const question = page.getByRole('alertdialog', { name: texts('imports_undo_question') })
  await question.getByRole('button', { name: texts('imports_undo') }).click()
  await expect(card).toBeHidden()
  expect(await count()).toBe(1)
})

test('the report of an import: places on a map and on cards, and what names no place', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/import')
  const file = page.locator('input[type=file]')
  const about = { hashtags: ['tacos'], owner: ['Lupe', 'lupe'] } as const
  const exported = instagramPosts2026([
    { code: 'C9aBcDeFgHi', caption: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX', ...about },
    { code: 'C9aBcDeFgHj', caption: 'Receta: 2 tazas de harina y una pizca de sal', ...about },
  ])
  await file.setInputFiles({
    name: 'saved_posts.json',
    mimeType: 'application/json',
    buffer: Buffer.from(exported),
  })
  const card = page.getByRole('region', { name: texts('imports_format_instagram') })
  await card.getByRole('button', { name: texts('imports_start', { n: '2' }) }).click()
  await expect(card).toContainText(texts('imports_done'))
  await card.getByRole('link', { name: texts('imports_report_show') }).click()
  const title = texts('imports_report_title', { name: texts('imports_format_instagram') })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
  await expect(page.getByText(texts('imports_identified', { n: '1' }))).toBeVisible()
  // Instagram's file has no picture; the video that was saved before has one.
  await expect(home.card('Contramar').locator('[data-picture] img').first()).toHaveAttribute(
    'src',
    /^\/img\?/u,
  )
  const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
  await map.getByRole('button', { name: /Contramar/u }).click()
  await expect(page.getByRole('dialog', { name: 'Contramar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByText(texts('imports_nameless', { n: '1' })).click()
  await expect(page.getByText('Receta: 2 tazas')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: texts('imports_nameless_add') }).click()
  await expect(page.getByText(texts('imports_nameless_added'))).toBeVisible()
  await expect(page.getByText('Receta: 2 tazas')).toBeHidden()
})

test('the button of a preview counts what it adds, also places that have the name of one', async ({
  page,
  app,
  posts,
  texts,
}) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/import')
  const places = ['Contramar', 'Fonda Nadie'].map((name, index) => ({ name, cid: `3${index}`, note: '' }))
  await page.locator('input[type=file]').setInputFiles({
    name: 'Mariscos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(googleList(places)),
  })
  const card = page.getByRole('region', { name: texts('imports_format_google') })
  await expect(card).toContainText(texts('imports_part_alike', { n: '1' }))
  await card.getByRole('button', { name: texts('imports_start', { n: '2' }) }).click()
  await expect(card).toContainText(texts('imports_done'))
  await expect(card).toContainText(texts('imports_known', { n: '1' }))
  await expect(card).toContainText(texts('imports_progress', { done: '2', total: '2' }))
})

test('the questions of a list are answered one after another by a press or a key, and can be undone', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/import')
  const twins = [
    { name: 'Contramar', cid: '11', note: 'pedir tostadas' },
    { name: 'Contramar', cid: '12', note: 'la otra' },
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'Mariscos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(googleList(twins)),
  })
  const list = page.getByRole('region', { name: texts('imports_format_google') })
  await list.getByRole('button', { name: /\d/u }).first().click()
  await list.getByRole('link', { name: texts('imports_report_show') }).click()

  const part = (name: string) => page.getByRole('region', { name })
  const question = part(texts('imports_question')).or(part(texts('imports_questions_done')))
  const tell = (key: 'imports_open_rows' | 'imports_nameless_count' | 'imports_identified', n: number) =>
    expect(
      page.getByRole('listitem').filter({ hasText: new RegExp(`^${texts(key, { n: String(n) })}$`, 'u') }),
    ).toBeVisible()
  await tell('imports_open_rows', 2)
  await expect(question).toContainText('pedir tostadas')
  await expect(question.getByRole('button', { name: /Contramar.*Durango/u })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('question.png') })
  await expectAccessible()

  // No place: the answer counts at once, and Z takes it back.
  await page.keyboard.press('3')
  await expect(question).toContainText('la otra')
  await tell('imports_nameless_count', 1)
  await tell('imports_open_rows', 1)
  await page.keyboard.press('z')
  await expect(question).toContainText('pedir tostadas')
  await tell('imports_open_rows', 2)

  await question.getByRole('button', { name: texts('onboarding_skip') }).click()
  await expect(question).toContainText('la otra')
  await question.getByRole('button', { name: texts('confirm_none') }).click()
  await expect(question).toContainText('pedir tostadas')
  await tell('imports_open_rows', 2)
  await question.getByRole('button', { name: texts('undo') }).click()
  await expect(question).toContainText('la otra')
  await page.keyboard.press('2')
  await expect(question).toContainText('pedir tostadas')
  await question.getByRole('button', { name: /Contramar.*Durango/u }).click()
  await expect(question).toContainText(texts('imports_questions_done'))
  await tell('imports_identified', 1)

  // What was answered is stored, also when the page is left before the time to undo has passed.
  await page.getByRole('link', { name: texts('page_imports') }).click()
  await list.getByRole('link', { name: texts('imports_report_show') }).click()
  // The card counts it with the video that was there before.
  await expect(home.card('Contramar')).toContainText(texts('map_videos', { n: '2' }))
  await tell('imports_open_rows', 1)
  await page
    .getByRole('group')
    .getByText(texts('imports_report_missing', { n: '1' }))
    .click()
  await expect(page.getByRole('link', { name: texts('open_help') })).toBeVisible()
  await expectAccessible()
  await page.screenshot({ path: test.info().outputPath('report.png') })
})

test("Google's list of wishes fills the person's own, and its places are places, not videos", async ({
  page,
  app,
  texts,
  home,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [])
  await page.goto('/import')
  const places = ['Zurribarra', 'Antojería Malpica'].map((name, index) => ({ name, cid: `2a${index}` }))
  await page.locator('input[type=file]').setInputFiles({
    name: 'Quiero ir.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(googleList(places)),
  })
  const card = page.getByRole('region', { name: texts('imports_format_google') })
  await expect(card).toContainText(texts('imports_part_own_list', { name: texts('lists_want_to_try') }))
  await expect(card).toContainText('Zurribarra · Antojería Malpica')
  await card.getByRole('button', { name: texts('imports_start', { n: '2' }) }).click()
  await expect(card).toContainText(texts('imports_done'))

  await page.goto('/')
  const place = home.card('Zurribarra')
  await expect(place.getByText(texts('platform_other'), { exact: true })).toHaveCount(1)
  await expect(place.getByText(texts('no_preview'))).toHaveCount(0)
  const detail = await home.openDetail('Zurribarra')
  await expect(detail).toContainText(texts('place_from_google'))
  await expect(detail.getByRole('link', { name: texts('card_open_map') })).toBeVisible()
  await expect(detail.getByText(texts('detail_no_preview'))).toHaveCount(0)
  await expectAccessible()
  await page.goto('/lists')
  await expect(page.getByRole('link', { name: texts('lists_want_to_try') })).toHaveCount(1)
})

test('a table in a language that nobody taught: the person chooses its columns', async ({
  page,
  app,
  texts,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [])
  await page.goto('/import')
  const table = 'Nazwa;Gdzie\nFonda Lucha;Calle Luna 9, CDMX\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'miejsca.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  const card = page.getByRole('region', { name: texts('imports_format_table') })
  await expect(card).toContainText(texts('imports_none_read'))
  await expect(card.getByRole('cell', { name: 'Fonda Lucha' })).toBeVisible()
  const column = (name: string) => card.getByLabel(texts('imports_column_of', { name }))
  await column('Nazwa').selectOption(texts('imports_column_name'))
  await expect(column('Nazwa')).toHaveValue('name')
  await column('Gdzie').selectOption(texts('imports_column_note'))
  await expect(column('Gdzie')).toHaveValue('note')
  // Put right, it keeps the choice of the other column.
  await column('Gdzie').selectOption(texts('imports_column_address'))
  await expect(column('Gdzie')).toHaveValue('address')
  await expect(column('Nazwa')).toHaveValue('name')
  await expectAccessible()
  await expect(card.getByRole('button', { name: texts('imports_start', { n: '1' }) })).toBeEnabled()
  await expect(page.getByRole('region', { name: texts('imports_format_table') })).toHaveCount(1)
})

test('a file that is too large is refused before it is sent, with what to choose instead', async ({
  page,
  app,
  texts,
}) => {
  await enterWith({ page, app }, [])
  await page.goto('/import')
  await expect(page.locator('input[type=file]')).toBeAttached()
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    const file = new File(['x'], 'takeout.zip')
    Object.defineProperty(file, 'size', { value: 2 * 1024 ** 3 })
    Object.defineProperty(input, 'files', { value: [file] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.getByRole('alert')).toContainText(texts('imports_too_large', { size: '2048', mb: '64' }))
})
