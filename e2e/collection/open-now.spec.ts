import { createPerson, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test(
  'open now keeps the places that are open, through a reload, until it is taken away',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Abre Siempre'], { opening_hours: '24/7', time_zone: 'America/Mexico_City' })
    await saveVideos(lupe, ['Cierra Siempre'], {
      opening_hours: 'Mo-Su off',
      time_zone: 'America/Mexico_City',
    })
    await saveVideos(lupe, ['Sin Horario'])
    await openAs(page, lupe)
    await page.goto('/')
    await expect(home.cards()).toHaveCount(3)

    const panel = page.getByRole('search', { name: texts('search_panel') })
    const bar = page.getByRole('group', { name: texts('collection_bar') })
    const chip = bar.getByRole('button', { name: texts('filter_open'), exact: true })
    const box = await chip.boundingBox()
    await chip.click()
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/?open=1')
    await expect(home.cards()).toHaveCount(1)
    await expect(home.card('Abre Siempre')).toBeVisible()
    await expect(bar.getByText(texts('videos_count', { n: '1' }))).toBeVisible()
    await expect(page.getByText(texts('filter_open_unknown', { n: '1' }))).toBeVisible()
    // A second press takes it away: nothing moved under the finger.
    expect((await chip.boundingBox())?.y).toBe(box?.y)

    await page.reload()
    await expect(home.cards()).toHaveCount(1)
    await panel.getByRole('button', { name: texts('search_filters') }).click()
    await panel.getByLabel(texts('filter_platform')).selectOption('YouTube')
    await expect(home.cards()).toHaveCount(0)
    await expect(chip).toBeVisible()
    await panel.getByRole('button', { name: texts('filter_reset') }).click()
    await expect(page).toHaveURL('/')
    await expect(bar.getByText(texts('videos_count', { n: '3' }))).toBeVisible()
  },
)
