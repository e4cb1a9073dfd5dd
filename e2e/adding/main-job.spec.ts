import { expect, test } from '../support/fixtures.ts'

const RESTAURANT = 'Contramar'

// On a busy machine, a picture may not be fetched in time; the browser logs that.
test.use({ expectedComplaint: /status of 502/ })

test('from a pasted link to the way there', async ({
  page,
  posts,
  signInPage,
  home,
  texts,
  expectAccessible,
}) => {
  const link = posts.get('01-contramar')?.link ?? ''
  const other = posts.get('02-katz')?.link ?? ''

  await signInPage.open()
  await expectAccessible()
  await signInPage.signUp()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
  await expectAccessible()

  await home.add(link)
  await expect(home.card(RESTAURANT)).toBeVisible()
  await expect(home.notice(texts('added'))).toBeVisible()
  await expectAccessible()

  const detail = await home.openDetail(RESTAURANT)
  await expect(detail.getByText('Durango 200')).toBeVisible()
  await expect(detail.getByText(texts('detail_hours'), { exact: true })).toBeVisible()
  await expect(detail.getByRole('link', { name: texts('detail_map_place') })).toHaveAttribute('href', /maps/)
  await expect(detail.getByRole('link', { name: texts('card_directions') }).first()).toHaveAttribute(
    'href',
    /^https:/,
  )
  await expectAccessible()
  await page.keyboard.press('Escape')
  // The address names the detail until it has closed: a reload before that opens it again.
  await expect(detail).toHaveCount(0)

  await page.reload()
  await expect(home.card(RESTAURANT)).toBeVisible()

  await home.add(other)
  await expect(home.cards().first()).toHaveAccessibleName("Katz's Delicatessen")
  await home.add(link)
  await expect(home.notice(texts('duplicate'))).toBeVisible()
  await expect(home.cards().first()).toHaveAccessibleName(RESTAURANT)
  await expect(home.cards()).toHaveCount(2)

  await home.delete(RESTAURANT)
  await expect(home.card(RESTAURANT)).toBeHidden()
  await expect(home.notice(texts('deleted'))).toBeVisible()
  await page.reload()
  await expect(home.cards()).toHaveCount(1)
})
