import { LIST_ID } from './people.ts'
import type { Scene, Stage } from './scene.ts'
import { press } from './scene.ts'

async function choose({ page, texts, home }: Stage, key: string, card = 0): Promise<void> {
  await home
    .cards()
    .nth(card)
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts(key) }).click()
}

async function shareList({ page, texts }: Stage): Promise<void> {
  await page
    .getByRole('button', { name: texts('share_menu', { name: '' }) })
    .first()
    .click()
}

/** Adds a post and waits for the text of its outcome. */
function add(postId: string, outcome: string): (stage: Stage) => Promise<void> {
  return async ({ page, texts, home, link }) => {
    await home.add(link(postId))
    await page.getByText(texts(outcome)).first().waitFor()
  }
}

async function importThree({ page, texts, link }: Stage): Promise<void> {
  await page.getByRole('button', { name: texts('bulk_open') }).click()
  const links = ['01-contramar', '13-name-without-city', '20-private-youtube'].map((id) => link(id))
  const dialog = page.getByRole('dialog', { name: texts('bulk_title') })
  await dialog.getByRole('textbox', { name: texts('bulk_label') }).fill(links.join('\n'))
  await dialog.getByRole('button', { name: texts('bulk_add', { n: '3' }) }).click()
  const sheet = page.getByRole('dialog', { name: texts('import_title') })
  await sheet.getByText(texts('import_unread')).waitFor()
  await sheet.getByText(texts('import_confirm')).waitFor()
}

/** Dialogs, sheets, menus and notices. */
export const dialogScenes: readonly Scene[] = [
  { name: 'card-menu', who: 'some', path: '/', act: press('card_more') },
  { name: 'card-lists', who: 'some', path: '/', act: press('card_save') },
  {
    name: 'compare-bar',
    who: 'some',
    path: '/',
    act: async (stage) => await choose(stage, 'card_compare'),
  },
  {
    name: 'compare',
    who: 'some',
    path: '/',
    act: async (stage) => {
      for (const card of [0, 1, 2]) await choose(stage, 'card_compare', card)
      await press('compare_open')(stage)
    },
  },
  { name: 'fix-details', who: 'some', path: '/', act: async (stage) => await choose(stage, 'card_fix') },
  {
    name: 'diagnostics',
    who: 'some',
    path: '/',
    act: async ({ page }) => await page.keyboard.press('Control+d'),
  },
  { name: 'settings', who: 'some', path: '/', act: press('header_settings') },
  { name: 'bulk-add', who: 'some', path: '/', act: press('bulk_open') },
  { name: 'import', who: 'one', path: '/', act: importThree },
  { name: 'add-ask', who: 'none', path: '/', act: add('13-name-without-city', 'confirm_title') },
  { name: 'add-weak', who: 'new', path: '/', act: add('16-emoji-only', 'weak_title') },
  { name: 'add-done', who: 'new', path: '/', act: add('10-three-pintxos', 'added') },
  {
    name: 'add-by-hand',
    who: 'new',
    path: '/',
    act: async (stage) => {
      await add('16-emoji-only', 'weak_title')(stage)
      await press('confirm_details_open')(stage)
      const search = stage.page.getByLabel(stage.texts('places_search'))
      await search.fill('Contramar Ciudad de México')
      await stage.page.getByRole('list', { name: stage.texts('places_results') }).waitFor()
    },
  },
  {
    name: 'add-unreadable',
    who: 'none',
    path: '/',
    act: async (stage) => {
      await stage.home.add(stage.link('20-private-youtube'))
      await stage.page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'list-share', who: 'some', path: `/list/${LIST_ID}`, act: shareList },
  {
    name: 'list-options',
    who: 'some',
    path: `/list/${LIST_ID}`,
    act: async (stage) => {
      await shareList(stage)
      await stage.page.getByRole('menuitem', { name: stage.texts('share_options') }).click()
    },
  },
  { name: 'list-arrange', who: 'some', path: `/list/${LIST_ID}`, act: press('list_arrange') },
]
