import type { Page } from '@playwright/test'
import type { Texts } from '../../e2e/texts.ts'
import type { People } from './people.ts'

/** A screen in a state: whose, where, and what is pressed first. */
export interface Scene {
  readonly name: string
  readonly who: keyof People
  readonly path: string
  readonly act?: (page: Page, texts: Texts) => Promise<void>
}

const press = (key: string) => async (page: Page, texts: Texts) => {
  await page
    .getByRole('button', { name: texts(key), exact: true })
    .first()
    .click()
}

export const SCENES: readonly Scene[] = [
  { name: 'sign-in', who: 'guest', path: '/' },
  { name: 'sign-up', who: 'guest', path: '/', act: press('auth_to_register') },
  { name: 'recover', who: 'guest', path: '/recover' },
  { name: 'guest-map', who: 'guest', path: '/map' },
  { name: 'not-found', who: 'guest', path: '/nada' },
  { name: 'list-not-found', who: 'guest', path: '/list' },
  { name: 'home-none', who: 'none', path: '/' },
  { name: 'home-one', who: 'one', path: '/' },
  { name: 'home-some', who: 'some', path: '/' },
  { name: 'home-many', who: 'many', path: '/' },
  { name: 'home-filters', who: 'some', path: '/', act: press('search_filters') },
  {
    name: 'home-nothing-found',
    who: 'some',
    path: '/map?q=nada-de-nada',
  },
  { name: 'card-menu', who: 'some', path: '/', act: press('card_more') },
  { name: 'card-lists', who: 'some', path: '/', act: press('card_save') },
  {
    name: 'detail',
    who: 'some',
    path: '/',
    act: async (page) => page.getByRole('article').first().getByRole('heading').getByRole('button').click(),
  },
  {
    name: 'detail-long-name',
    who: 'many',
    path: '/',
    act: async (page) => page.getByRole('article').nth(1).getByRole('heading').getByRole('button').click(),
  },
  { name: 'map', who: 'some', path: '/map' },
  { name: 'map-many', who: 'many', path: '/map' },
  { name: 'lists-none', who: 'none', path: '/lists' },
  { name: 'lists', who: 'some', path: '/lists' },
  { name: 'profile', who: 'some', path: '/profile' },
  { name: 'finder', who: 'some', path: '/find' },
  { name: 'finder-problem', who: 'guest', path: '/find', act: press('find_submit') },
  {
    name: 'finder-found',
    who: 'some',
    path: '/find',
    act: async (page, texts) => {
      await page
        .getByRole('textbox', { name: texts('find_url') })
        .fill('https://www.tiktok.com/@elantojadomx/video/7412345678901230009')
      await press('find_submit')(page, texts)
      await page.getByText(texts('find_top')).waitFor()
    },
  },
  { name: 'admin', who: 'some', path: '/admin' },
  { name: 'settings', who: 'some', path: '/', act: press('header_settings') },
  { name: 'bulk-add', who: 'some', path: '/', act: press('bulk_open') },
]
