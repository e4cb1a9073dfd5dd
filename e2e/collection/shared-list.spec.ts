import { openDevice } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { createPerson, makeList, openAs, saveVideos } from '../support/people.ts'

test('a visitor without an account filters a shared list and reports a mistake, which its owner resolves', async ({
  page,
  app,
  browser,
  texts,
  language,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  const fish = await saveVideos(lupe, ['Contramar', 'La Docena', 'Entremar'], {
    restaurant_cuisine: 'Seafood',
    restaurant_location: 'Ciudad de México, CDMX',
  })
  const ramen = await saveVideos(lupe, ['Kisen', 'Ichiran'], {
    restaurant_cuisine: 'Ramen',
    restaurant_location: 'Oaxaca',
  })
  const listId = await makeList(lupe, 'Para la visita', [...fish, ...ramen], { visibility: 'unlisted' })

  const visitor = await openDevice(browser, language)
  await visitor.goto(`${app.url}/list/${listId}`)
  const shown = visitor.getByRole('article').first()
  await expect(visitor.getByText(texts('lists_count_in', { n: '5', cities: cities(language) }))).toBeVisible()
  await expect(shown).toHaveAttribute('aria-setsize', '5')
  const filters = visitor.getByRole('group', { name: texts('map_quick') })
  const seafood = filters.getByRole('button', { name: texts('cuisine_seafood'), exact: true })
  await seafood.click()
  await expect(filters.getByText(texts('videos_count', { n: '3' }))).toBeVisible()
  await expect(shown).toHaveAttribute('aria-setsize', '3')
  await expect(visitor).toHaveURL(/cuisine=Seafood/)
  // Nobody knows their hours.
  await filters.getByRole('button', { name: texts('filter_open'), exact: true }).click()
  await expect(visitor.getByRole('heading', { name: texts('none_title') })).toBeVisible()
  await visitor.getByRole('button', { name: texts('filter_reset') }).click()
  await expect(shown).toHaveAttribute('aria-setsize', '5')

  await visitor.getByRole('article').getByRole('button', { name: 'La Docena', exact: true }).click()
  const detail = visitor.getByRole('dialog', { name: 'La Docena' })
  await detail.getByRole('button', { name: texts('report_error') }).click()
  await detail.getByLabel(texts('report_label')).fill('Se mudó a Polanco.')
  await detail.getByRole('button', { name: texts('report_send') }).click()
  await expect(detail.getByText(texts('report_sent'))).toBeVisible()
  await visitor.context().close()

  await openAs(page, lupe, `/list/${listId}`)
  await page.getByRole('button', { name: texts('reports_count', { n: '1' }) }).click()
  const reports = page.getByRole('dialog', { name: texts('reports_title') })
  await expect(reports.getByRole('listitem')).toContainText('La Docena')
  await expect(reports.getByText('Se mudó a Polanco.')).toBeVisible()
  await expectAccessible()
  await reports.getByRole('button', { name: texts('reports_resolved') }).click()
  await expect(reports).toBeHidden()
  await expect(page.getByRole('button', { name: texts('reports_count', { n: '1' }) })).toBeHidden()
})

function cities(language: string): string {
  return new Intl.ListFormat(language).format(['Ciudad de México', 'Oaxaca'])
}
