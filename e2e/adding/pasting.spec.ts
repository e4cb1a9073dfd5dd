import type { Response } from '@playwright/test'
import { createPerson, enterWith, openAs } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('a link inside a text is added, and the words around it help', async ({
  page,
  app,
  posts,
  home,
  texts,
}) => {
  await enterWith({ page, app })
  await page.goto('/')
  // The post itself names nothing.
  const link = posts.get('16-emoji-only')?.link.replace('https://', '') ?? ''
  await home.add(
    `Mira este lugar ${link} está buenísimo: Contramar, Durango 200, Roma Norte, Ciudad de México`,
  )
  await expect(home.card('Contramar')).toBeVisible()
  await expect(home.notice(texts('added'))).toBeVisible()
})

test('a copied short link is offered until its video is saved; a taken offer empties the field', async ({
  page,
  app,
  posts,
  home,
  texts,
}) => {
  const [saved, other] = [posts.get('02-katz'), posts.get('01-contramar')]
  await enterWith({ page, app }, [saved?.link ?? ''])
  await page.goto('/')
  const copy = (text = '') => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  const prompt = page.getByRole('region', { name: texts('clipboard_prompt') })
  await copy(other?.link)
  const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
  await box.click()
  await box.fill(other?.link ?? '')
  await prompt.getByRole('button', { name: texts('clipboard_add') }).click()
  await expect(box).toHaveValue('')
  await expect(home.card('Contramar')).toBeVisible()

  for (const link of [other?.url, saved?.link]) {
    await copy(link)
    await page.reload()
    await expect(home.card('Contramar')).toBeVisible()
    let answer: unknown
    const listen = async (response: Response) => {
      if (response.url().includes('/videos/saved?')) answer = await response.json()
    }
    page.on('response', listen)
    // A press before the app listens asks nothing.
    await expect
      .poll(async () => {
        await page.getByRole('main').dispatchEvent('pointerdown')
        return answer
      })
      .toEqual({ ok: true, saved: true })
    page.off('response', listen)
    await expect(prompt).toBeHidden()
  }
})

test(
  'several links in the box are imported together',
  { tag: '@slow' },
  async ({ page, app, posts, texts, isMobile }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const links = ['01-contramar', '02-katz'].map((id) => posts.get(id)?.link ?? '')
    await page.evaluate((text) => navigator.clipboard.writeText(text), `Guarda estos:\n${links.join('\n')}`)
    await page
      .getByRole('button', { name: texts('fab_paste'), exact: true })
      .last()
      .click()
    // On a computer, the button reads the clipboard immediately.
    if (isMobile) {
      const sheet = page.getByRole('dialog', { name: texts('sheet_title') })
      await sheet.getByRole('textbox').press('Control+V')
      await sheet.getByRole('button', { name: texts('sheet_add'), exact: true }).click()
    }
    const progress = page.getByRole('dialog', { name: texts('import_title') })
    await expect(progress.getByRole('listitem').filter({ hasText: texts('import_saved') })).toHaveCount(2, {
      timeout: 40_000,
    })
  },
)

test(
  'a text shared by another app offers its link, and its words help',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    await enterWith({ page, app })
    const shared = `Contramar, Durango 200, Roma Norte, Ciudad de México ${posts.get('16-emoji-only')?.link ?? ''}`
    await page.goto(`/?add=${encodeURIComponent(shared)}`)
    const offer = page.getByRole('region', { name: texts('clipboard_prompt') })
    await offer.getByRole('button', { name: texts('clipboard_add') }).click()
    await expect(home.card('Contramar')).toBeVisible()
  },
)

test(
  'a place that the finder found is saved with one press',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    await enterWith({ page, app })
    await page.goto('/find')
    await page.getByRole('textbox', { name: texts('find_url') }).fill(posts.get('01-contramar')?.link ?? '')
    await page.getByRole('button', { name: texts('find_submit'), exact: true }).click()
    const best = page
      .getByRole('region', { name: texts('find_results') })
      .getByRole('listitem')
      .first()
    await expect(best).toContainText(texts('hours_today', { hours: '' }).trim())
    await best.getByRole('button', { name: texts('find_save'), exact: true }).click()
    await expect(best.getByRole('button', { name: texts('find_saved'), exact: true })).toBeDisabled()
    await expect(home.notice(texts('saved'))).toBeVisible()
    await best.getByRole('link', { name: texts('see') }).click()
    await expect(page.getByRole('dialog', { name: 'Contramar' })).toBeVisible()
    await page.goBack()
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
  },
)

test(
  'the notice names every place of a post with several',
  { tag: '@slow' },
  async ({ page, app, posts, home, language }) => {
    await openAs(page, await createPerson(app))
    await page.goto('/')
    await home.add(posts.get('10-three-pintxos')?.link ?? '')
    const names = new Intl.ListFormat(language).format(['Ganbara', 'Bar Néstor', 'La Cuchara de San Telmo'])
    await expect(page.locator('[data-toast]').filter({ hasText: names })).toBeVisible()
  },
)
