import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// On a busy machine, a picture may not be fetched in time; the browser logs that.
test.use({ expectedComplaint: /status of 502/ })

const GOOD = ['01-contramar', '02-katz', '03-casa-lucio', '04-isolina', '05-beigel-bake'] as const

test(
  'five links on the clipboard are imported, and a notice counts the others',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    test.slow()
    await enterWith({ page, app })
    await page.goto('/')
    const links = [...GOOD, '06-don-julio', '07-dishoom-handle'].map((id) => posts.get(id)?.link ?? '')
    await page.evaluate((text) => navigator.clipboard.writeText(text), links.join('\n'))
    await page.getByRole('button', { name: texts('empty_import') }).click()
    await expect(home.notice(texts('import_notice', { n: '5' }))).toBeVisible()
    await expect(home.notice(texts('import_ignored', { n: '2' }))).toBeVisible()
    const sheet = page.getByRole('dialog', { name: texts('import_title') })
    await expect(sheet.getByRole('listitem')).toHaveCount(5)
    await expect(sheet.getByText(texts('import_progress', { done: '5', total: '5' }))).toBeVisible({
      timeout: 120_000,
    })
    await expect(sheet.getByRole('listitem').filter({ hasText: texts('import_saved') })).toHaveCount(5)
    await sheet.getByRole('button', { name: texts('import_done') }).click()
    await expect(home.cards().first()).toHaveAttribute('aria-setsize', '5')
  },
)

test('a clipboard without links says so', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  await enterWith({ page, app })
  await page.goto('/')
  await page.evaluate(() => navigator.clipboard.writeText('tacos al pastor'))
  await page.getByRole('button', { name: texts('empty_import') }).click()
  await expect(home.notice(texts('import_none'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: texts('empty_paste'), exact: true })
    .first()
    .click()
  await expect(home.notice(texts('clipboard_no_link'))).toBeVisible()
})

test('bulk add: saved, to be reviewed, and what cannot be read, each finished in its line', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  test.slow()
  await enterWith({ page, app }, [posts.get('06-don-julio')?.link ?? ''])
  await page.goto('/')
  await page.getByRole('button', { name: texts('bulk_open') }).click()
  const dialog = page.getByRole('dialog', { name: texts('bulk_title') })
  const links = ['01-contramar', '13-name-without-city', '20-private-youtube'].map(
    (id) => posts.get(id)?.link ?? '',
  )
  await dialog
    .getByRole('textbox', { name: texts('bulk_label') })
    .fill([...links, ...links, 'no es un enlace'].join('\n'))
  await expectAccessible()
  await dialog.getByRole('button', { name: texts('bulk_add', { n: '3' }) }).click()

  const sheet = page.getByRole('dialog', { name: texts('import_title') })
  // The box in a line contains words similar to those of its status.
  const line = (status: string) =>
    sheet.getByRole('listitem').filter({ has: page.getByText(new RegExp(`^${texts(status)}( ·|$)`)) })
  await expect(line('import_saved')).toHaveCount(1, { timeout: 90_000 })
  await expect(line('import_needs_review').first()).toContainText(texts('import_confirm'), {
    timeout: 90_000,
  })
  await expect(line('import_needs_review').nth(1)).toContainText(texts('import_unread'), { timeout: 90_000 })
  await expectAccessible()

  // The entries that remain to be reviewed come back after a reload.
  await page.reload()
  await expect(line('import_saved')).toHaveCount(1)
  await expect(line('import_needs_review')).toHaveCount(2)
  const doubtful = line('import_needs_review').first()
  await doubtful.getByRole('button', { name: texts('import_review') }).click()
  const question = page.getByRole('dialog', { name: texts('confirm_title') })
  const choose = question.getByRole('button', { name: texts('confirm_choose') }).first()
  await choose.click()
  await expect(line('import_saved')).toHaveCount(2)

  await doubtful.getByRole('button', { name: texts('import_review') }).click()
  const box = doubtful.getByRole('region', { name: texts('oembed_title') })
  await box.getByRole('button', { name: texts('help_name'), exact: true }).click()
  await box.getByLabel(texts('weak_hint_name')).fill('Fonda Doña Lupe')
  await expectAccessible()
  await box.getByRole('button', { name: texts('help_save_as') }).click()
  await expect(line('import_saved')).toHaveCount(3)
  await sheet.getByRole('button', { name: texts('import_done') }).click()
  await expect(home.card('Fonda Doña Lupe')).toBeVisible()
})
