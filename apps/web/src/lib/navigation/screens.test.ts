import { expect, test } from 'vitest'
import { entryAt, screenAt } from './screens.ts'

test.each([
  ['/', 'home'],
  ['/map', 'map'],
  ['/list', 'list'],
  ['/list/5f', 'list'],
  ['/lists', 'lists'],
  ['/invite/abc', 'invite'],
  ['/nowhere', null],
  ['/mapa', null],
])('the screen at %s is %s', (path, name) => {
  expect(screenAt(path)).toBe(name)
})

test.each([
  { path: '/', guest: 'sign-in', person: 'home' },
  { path: '/map', guest: 'home', person: 'home' },
  { path: '/list/5f', guest: 'list', person: 'list' },
  { path: '/find', guest: 'find', person: 'find' },
  { path: '/profile', guest: 'sign-in', person: null },
  { path: '/invite/abc', guest: 'sign-in', person: null },
  { path: '/nowhere', guest: null, person: null },
])('at $path a guest sees $guest first, a person $person', ({ path, guest, person }) => {
  expect([entryAt(path, false), entryAt(path, true)]).toEqual([guest, person])
})
