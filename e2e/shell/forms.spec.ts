import type { App } from '@antojo/testing/app'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { createPerson, makeList, openAs, rowsOf, saveVideos } from '../support/people.ts'
import type { Texts } from '../support/texts.ts'

const WORDS = 'Tacos de canasta'

/** The dialog of a new list with a typed name. */
async function typeIntoNewList({ page, app, texts }: { page: Page; app: App; texts: Texts }) {
  await openAs(page, await createPerson(app), '/lists')
  await page
    .getByRole('button', { name: texts('lists_new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: texts('lists_new') })
  const field = dialog.getByLabel(texts('lists_name'))
  await field.fill(WORDS)
  const question = page.getByRole('alertdialog', { name: texts('form_discard_question') })
  const answer = (key: 'form_keep' | 'form_discard') =>
    question.getByRole('button', { name: texts(key), exact: true }).click()
  return { dialog, field, question, answer }
}

const WAYS_OUT: Readonly<Record<string, (page: Page, texts: Texts) => Promise<unknown>>> = {
  Back: (page) => page.goBack(),
  Escape: (page) => page.keyboard.press('Escape'),
  'a press beside it': (page) => page.mouse.click(190, 60),
  'its button': (page, texts) =>
    page
      .getByRole('dialog', { name: texts('lists_new') })
      .getByRole('button', { name: texts('close') })
      .click(),
}

for (const [name, leave] of Object.entries(WAYS_OUT)) {
  test(`${name} asks before typed text is lost`, async ({ page, app, texts }) => {
    const { dialog, field, question, answer } = await typeIntoNewList({ page, app, texts })
    // The second time shows that keeping the text leaves everything as it was.
    for (const suffix of ['', ' y de guisado']) {
      await field.fill(WORDS + suffix)
      await leave(page, texts)
      await expect(question).toBeVisible()
      await answer('form_keep')
      await expect(question).toBeHidden()
      await expect(field).toHaveValue(WORDS + suffix)
    }
    await leave(page, texts)
    await answer('form_discard')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/lists$/)

    await page
      .getByRole('button', { name: texts('lists_new') })
      .first()
      .click()
    await expect(field).toHaveValue('')
    await leave(page, texts)
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/lists$/)
  })
}

test('Escape can be pressed again and again', async ({ page, app, texts }) => {
  const { field, question } = await typeIntoNewList({ page, app, texts })
  const isAsked = [true, false, true, false, true, false]
  for (const visible of isAsked) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible({ visible })
    await expect(field).toHaveValue(WORDS)
  }
})

test('a reload asks while text is unsent', async ({ page, app, texts }) => {
  const { field } = await typeIntoNewList({ page, app, texts })
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await expect(field).toHaveValue(WORDS)
})

test.describe('a failure', () => {
  test.use({ expectedComplaint: /status of 503/ })

  test('is shown once in the form, and a second try sends the same text', async ({
    page,
    app,
    texts,
    expectAccessible,
  }) => {
    const { dialog, field } = await typeIntoNewList({ page, app, texts })
    await page.route(
      '**/rest/v1/video_lists*',
      (route) =>
        route.fulfill({ status: 503, json: { code: 'PGRST001', message: 'Database connection error.' } }),
      { times: 1 },
    )
    await dialog.getByRole('button', { name: texts('lists_create'), exact: true }).click()
    const reason = texts('error_database_unavailable')
    await expect(dialog.getByRole('alert')).toHaveText(texts('lists_create_failed', { reason }))
    await expect(dialog.getByRole('alert')).toBeInViewport()
    await expect(field).toHaveValue(WORDS)
    await expect(field).not.toHaveAttribute('aria-invalid')
    await expectAccessible()
    await dialog.getByRole('button', { name: texts('retry'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('article', { name: WORDS })).toBeVisible()
  })
})

test('the first wrong field has the focus and its error', async ({ page, app, texts }) => {
  const { dialog, field } = await typeIntoNewList({ page, app, texts })
  await field.fill(' ')
  await dialog.getByLabel(texts('lists_description')).fill('Para el viernes')
  await dialog.getByRole('button', { name: texts('lists_create'), exact: true }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(texts('lists_name_required'))
  await expect(dialog.getByRole('button', { name: texts('retry'), exact: true })).toBeHidden()
  await field.fill(WORDS)
  await expect(field).not.toHaveAttribute('aria-invalid')
})

test('two presses send once', async ({ page, app, texts }) => {
  const { dialog } = await typeIntoNewList({ page, app, texts })
  let sent = 0
  await page.route('**/rest/v1/video_lists*', (route) => {
    if (route.request().method() === 'POST') sent++
    return route.continue()
  })
  await dialog.getByRole('button', { name: texts('lists_create'), exact: true }).dblclick()
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
})

test('what a person says of a place is saved, also a note that was left by Back at once', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  const [video] = await saveVideos(lupe, ['Contramar'], { enrich_place_id: 'local:contramar' })
  await openAs(page, lupe)
  const detail = await home.openDetail('Contramar')
  await detail.getByRole('button', { name: texts('mine_want') }).click()
  await detail.getByRole('button', { name: texts('mine_visited') }).click()
  await detail
    .locator('label')
    .filter({ hasText: texts('mine_stars', { n: '4' }) })
    .click()
  await detail.getByText(texts('visibility_unlisted'), { exact: true }).click()
  const note = detail.getByLabel(texts('mine_note'))
  await note.fill('Las tostadas')
  await expect(detail.getByText(texts('mine_saved'))).toBeVisible()
  await note.fill('Las tostadas de atún')
  await page.goBack()
  await expect(detail).toBeHidden()
  await home.openDetail('Contramar')
  await expect(note).toHaveValue('Las tostadas de atún')
  await page.reload()
  await expect(note).toHaveValue('Las tostadas de atún')
  expect(await rowsOf(lupe.client, 'user_places?select=*')).toMatchObject([
    {
      place_id: 'local:contramar',
      place_name: 'Contramar',
      want: true,
      visited_on: [expect.stringMatching(/^20\d\d-\d\d-\d\d$/u)],
      own_rating: 4,
      note: 'Las tostadas de atún',
    },
  ])
  await expect
    .poll(() => rowsOf(lupe.client, `videos?select=visibility&id=eq.${video}`))
    .toEqual([{ visibility: 'unlisted' }])
  const held = { list_videos: [{ video_id: video }] }
  expect(
    await rowsOf(lupe.client, 'video_lists?select=kind,list_videos(video_id)&kind=neq.custom&order=kind'),
  ).toEqual(
    expect.arrayContaining([
      { kind: 'favorites', list_videos: [] },
      { kind: 'visited', ...held },
      { kind: 'want_to_try', ...held },
    ]),
  )
})

test('a comment waits through another screen and a reload until it is sent', async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  const list = await makeList(lupe, 'Para el viernes', await saveVideos(lupe, ['Contramar']), {
    visibility: 'unlisted',
    share_options: { allow_comments: true },
  })
  await openAs(page, lupe, `/list/${list}`)
  const comment = page.getByLabel(texts('comments_write'))
  await comment.fill('¿Quién va?')
  await page.goto('/')
  await page.goBack()
  await expect(comment).toHaveValue('¿Quién va?')
  await page.reload()
  await expect(comment).toHaveValue('¿Quién va?')
  await page.getByRole('button', { name: texts('comments_send'), exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '¿Quién va?' })).toBeVisible()
  await expect(comment).toHaveValue('')
  const said = () => rowsOf(lupe.client, 'list_comments?select=list_id,body')
  expect(await said()).toEqual([{ list_id: list, body: '¿Quién va?' }])
  const name = texts('comments_somebody')
  await page.getByRole('button', { name: texts('comments_remove', { name }) }).click()
  await expect(page.getByText(texts('comments_none'))).toBeVisible()
  expect(await said()).toEqual([])
})
