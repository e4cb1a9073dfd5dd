import { LIST_ID } from './people.ts'
import type { Scene, Stage } from './scene.ts'
import { press } from './scene.ts'

/** Opens the detail of the card at an index. */
function open(index: number): (stage: Stage) => Promise<void> {
  return async ({ home }) => await home.cards().nth(index).getByRole('heading').getByRole('button').click()
}

async function find({ page, texts }: Stage, link: string): Promise<void> {
  await page.getByRole('textbox', { name: texts('find_url') }).fill(link)
  await page.getByRole('button', { name: texts('find_submit'), exact: true }).click()
}

/** Full screens in their states. */
export const screenScenes: readonly Scene[] = [
  { name: 'sign-in', who: 'guest', path: '/' },
  { name: 'sign-up', who: 'guest', path: '/', act: press('auth_to_register') },
  { name: 'recover', who: 'guest', path: '/recover' },
  { name: 'guest-map', who: 'guest', path: '/map' },
  { name: 'not-found', who: 'guest', path: '/nada' },
  { name: 'list-not-found', who: 'guest', path: '/list' },
  { name: 'shared-list', who: 'guest', path: `/list/${LIST_ID}` },
  { name: 'onboarding', who: 'none', path: '/', first: true },
  { name: 'home-none', who: 'none', path: '/' },
  { name: 'home-one', who: 'one', path: '/' },
  { name: 'home-some', who: 'some', path: '/' },
  { name: 'home-many', who: 'many', path: '/' },
  { name: 'home-list', who: 'some', path: '/', settings: { layout: 'list' } },
  { name: 'home-map', who: 'some', path: '/', settings: { layout: 'map' } },
  { name: 'home-compact', who: 'some', path: '/', settings: { density: 'compact' } },
  { name: 'home-contrast', who: 'some', path: '/', settings: { theme: 'contrast' } },
  { name: 'home-filters', who: 'some', path: '/', act: press('search_filters') },
  { name: 'home-nothing-found', who: 'some', path: '/map?q=nada-de-nada' },
  { name: 'detail', who: 'some', path: '/', act: open(0) },
  { name: 'detail-long-name', who: 'many', path: '/', act: open(1) },
  {
    name: 'detail-end',
    who: 'some',
    path: '/',
    act: async (stage) => {
      await open(2)(stage)
      await stage.page.getByRole('dialog').getByRole('button').last().scrollIntoViewIfNeeded()
    },
  },
  { name: 'map', who: 'some', path: '/map' },
  { name: 'map-many', who: 'many', path: '/map' },
  { name: 'lists-none', who: 'none', path: '/lists' },
  { name: 'lists', who: 'some', path: '/lists' },
  { name: 'list', who: 'some', path: `/list/${LIST_ID}` },
  { name: 'profile', who: 'some', path: '/profile' },
  { name: 'settings-page', who: 'some', path: '/settings' },
  { name: 'settings-guest', who: 'guest', path: '/settings' },
  { name: 'profile-none', who: 'none', path: '/profile' },
  { name: 'finder', who: 'some', path: '/find' },
  { name: 'finder-problem', who: 'guest', path: '/find', act: press('find_submit') },
  {
    name: 'finder-found',
    who: 'some',
    path: '/find',
    act: async (stage) => {
      await find(stage, 'https://www.tiktok.com/@elantojadomx/video/7412345678901230009')
      await stage.page.getByText(stage.texts('find_top')).waitFor()
    },
  },
  {
    name: 'finder-unknown',
    who: 'some',
    path: '/find',
    act: async (stage) => await find(stage, stage.link('16-emoji-only')),
  },
  { name: 'admin', who: 'some', path: '/admin' },
  { name: 'admin-no', who: 'one', path: '/admin' },
]
