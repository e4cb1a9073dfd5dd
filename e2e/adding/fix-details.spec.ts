import { buildPost } from '@antojo/testing/sandbox/post'
import { enterWith, rowsOf } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSettingsRow } from '../support/settings.ts'

test(
  'the person looks up the place that the video does not name',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home, expectAccessible }) => {
    await enterWith({ page, app })
    await page.goto('/')
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    const box = page.getByRole('region', { name: texts('weak_title') })
    await box.getByRole('button', { name: texts('help_name'), exact: true }).click()
    await box.getByLabel(texts('weak_hint_name')).fill('Contramar')
    await box.getByLabel(texts('help_location')).fill('Ciudad de México')
    const place = box
      .getByRole('list', { name: texts('places_results') })
      .getByRole('listitem')
      .filter({ hasText: 'Contramar' })
      .first()
    await expect(place).toBeVisible()
    await expectAccessible()
    await place.getByRole('button').click()
    await expect(home.notice(texts('saved'))).toBeVisible()
    await expect(home.card('Contramar')).toBeVisible()
  },
)

test('a place in another city is found by its name alone', async ({ page, app, posts, texts, home }) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  await dialog.getByLabel(texts('fix_name'), { exact: true }).fill('Isolina')
  await expect(dialog.getByLabel(texts('fix_location'), { exact: true })).toHaveValue('Ciudad de México')
  await dialog.getByRole('button', { name: `${texts('places_pick')} Isolina` }).click()
  await expect(home.card('Isolina')).toContainText('Lima')
})

test('a correction and its undo keep the further places of the video', async ({
  page,
  app,
  posts,
  texts,
  home,
}) => {
  await enterWith({ page, app }, [posts.get('10-three-pintxos')?.link ?? ''])
  await page.goto('/')
  const further = texts('card_more_places', { n: '2' })
  await expect(home.card('Ganbara')).toContainText(further)
  await home
    .card('Ganbara')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  await dialog.getByLabel(texts('fix_name'), { exact: true }).fill('Isolina')
  await dialog.getByRole('button', { name: `${texts('places_pick')} Isolina` }).click()
  await expect(home.card('Isolina')).toContainText(further)
  await page.getByRole('button', { name: texts('undo') }).click()
  await expect(home.card('Ganbara')).toContainText(further)
})

test('a correction is checked field by field, and saved', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  const field = (key: string) => dialog.getByLabel(texts(key), { exact: true })
  const name = field('fix_name')
  const location = field('fix_location')
  const title = field('fix_video_title')
  const save = dialog.getByRole('button', { name: texts('fix_save'), exact: true })
  await expect(save).toBeInViewport({ ratio: 1 })
  await name.fill('C')
  await location.fill('')
  await save.click()
  await expect(dialog.getByText(texts('fix_name_short'))).toBeVisible()
  await expect(dialog.getByText(texts('fix_location_short'))).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('C'.repeat(81))
  await location.fill('Roma Norte')
  await title.fill('t'.repeat(121))
  await save.click()
  await expect(dialog.getByText(texts('fix_too_long'))).toBeVisible()
  await expect(dialog.getByText(texts('fix_title_long'))).toBeVisible()
  await expectAccessible()
  await name.fill('Contramar de la Roma')
  await expect(field('fix_address')).toHaveValue('')
  await dialog.getByRole('switch', { name: texts('fix_same') }).click()
  await expect(field('fix_address')).toHaveValue(/Durango 200/)
  await title.fill('Tostadas')
  await save.click()
  await expect(home.notice(texts('saved'))).toBeVisible()
  await expect(home.card('Contramar de la Roma')).toContainText('Roma Norte')
  expect(
    await rowsOf(
      client,
      `videos?select=restaurant_name,restaurant_location,title,enrich_place_name&user_id=eq.${client.userId}`,
    ),
  ).toEqual([
    {
      restaurant_name: 'Contramar de la Roma',
      restaurant_location: 'Roma Norte',
      title: 'Tostadas',
      enrich_place_name: 'Contramar',
    },
  ])
})

test('a picked place is taken back', { tag: '@slow' }, async ({ page, app, posts, texts, home }) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  await dialog.getByLabel(texts('fix_name'), { exact: true }).fill('Lardo')
  const results = dialog.getByRole('list', { name: texts('places_results') })
  await results.getByRole('listitem').filter({ hasText: 'Lardo' }).first().getByRole('button').click()
  await expect(home.card('Lardo')).toBeVisible()
  await page.getByRole('button', { name: texts('undo') }).click()
  await expect(home.card('Contramar')).toBeVisible()
  await expect(home.card('Lardo')).toBeHidden()
})

test(
  'a corrected place is there at once for the next video of the creator, until the person takes it back',
  { tag: '@slow' },
  async ({ page, app, texts, home, expectAccessible }) => {
    const author = { name: 'El Comelón', handle: 'comelon.de.prueba' }
    const [first, second, third] = ['uno', 'dos', 'tres'].map((id) =>
      buildPost({
        id: `corregido-${id}`,
        author,
        title: `Tostadas ${id} 📍 Contramar, Roma Norte, CDMX #mariscos`,
      }),
    )
    for (const post of [first, second, third]) if (post) app.sandbox.addPost(post)
    await enterWith({ page, app }, [first?.link ?? ''])
    await page.goto('/')
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.getByRole('menuitem', { name: texts('card_fix') }).click()
    const dialog = page.getByRole('dialog', { name: texts('fix_title') })
    await dialog.getByLabel(texts('fix_name'), { exact: true }).fill('Lardo')
    await dialog
      .getByRole('list', { name: texts('places_results') })
      .getByRole('listitem')
      .filter({ hasText: 'Lardo' })
      .first()
      .getByRole('button')
      .click()
    await expect(
      home.notice(texts('fix_taught', { creator: '@comelon.de.prueba', name: 'Contramar' })),
    ).toBeVisible()
    await expect(home.card('Lardo')).toHaveCount(1)
    await home.add(second?.link ?? '')
    await expect(home.card('Lardo').getByText(texts('map_videos', { n: '2' }), { exact: true })).toBeVisible()

    const sheet = await openSettingsRow(page, texts('taught_title'))
    const entries = sheet.getByRole('list', { name: texts('taught_title') }).getByRole('listitem')
    await expect(entries).toHaveCount(1)
    await expect(entries).toContainText(texts('taught_meaning', { name: 'Contramar', place: 'Lardo' }))
    await expect(entries).toContainText(texts('taught_own'))
    await expectAccessible()
    await entries.getByRole('button').press('Enter')
    await expect(sheet.getByText(texts('taught_empty'))).toBeVisible()
    await expect(entries).toHaveCount(0)
    await expectAccessible()
    await page.goto('/')
    await home.add(third?.link ?? '')
    await expect(home.card('Contramar')).toBeVisible()
  },
)
