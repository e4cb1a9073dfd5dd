import { createPerson, makeList, openAs, rowsOf, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 1366, height: 768 } })

test('several cards at once: a range by Shift, want to go, a list, deletion with undo', async ({
  page,
  app,
  texts,
  home,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  const ids = await saveVideos(lupe, ['Uno', 'Dos', 'Tres', 'Cuatro'])
  await openAs(page, lupe)
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  const selected = (n: string) => bar.getByText(texts('compare_selected', { n }))
  const choose = async (name: string) => {
    // The code of the boxes comes after the cards.
    await expect(home.card(name).locator('[data-choose]')).toBeAttached()
    await home
      .card(name)
      .getByRole('button', { name, exact: true })
      .click({ modifiers: ['Shift'] })
  }

  await choose('Cuatro')
  await expect(selected('1')).toBeVisible()
  await choose('Dos')
  await expect(selected('3')).toBeVisible()
  const box = home.card('Tres').getByRole('button', { name: texts('choose_card', { name: 'Tres' }) })
  await expect(box).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await box.click()
  await expect(selected('2')).toBeVisible()
  await bar.getByRole('button', { name: texts('lists_want_to_try') }).click()
  await expect(home.notice(texts('add_list_done'))).toBeVisible()
  await expect(bar).toBeHidden()
  const wanted = 'list_videos?select=video_id,video_lists!inner()&video_lists.kind=eq.want_to_try'
  expect(await rowsOf(lupe.client, wanted)).toHaveLength(2)

  await choose('Uno')
  await home.card('Tres').getByRole('button', { name: 'Tres', exact: true }).press('Shift+Enter')
  await bar.getByRole('button', { name: texts('card_delete') }).click()
  await expect(home.cards()).toHaveCount(1)
  await expect(page.getByText(texts('deleted_some', { n: '3' }))).toBeVisible()
  await page.getByRole('button', { name: texts('undo') }).click()
  await expect(home.cards()).toHaveCount(4)

  const list = await makeList(lupe, 'Domingo', ids)
  const kept = `list_videos?select=video_id&list_id=eq.${list}&order=position`
  const inOrder = await rowsOf(lupe.client, kept)
  await page.goto(`/list/${list}`)
  await choose('Tres')
  await choose('Cuatro')
  await bar.getByRole('button', { name: texts('choose_take_out') }).click()
  await expect(home.cards()).toHaveCount(2)
  await page.getByRole('button', { name: texts('undo') }).click()
  await expect(home.cards()).toHaveCount(4)
  await expect.poll(() => rowsOf(lupe.client, kept)).toEqual(inOrder)
})
