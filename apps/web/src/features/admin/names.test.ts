import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budgetName, failureText, serviceName } from './names.ts'

test('each limit of the server has words', () => {
  const handbook = readFileSync(new URL('../../../../../docs/budgets.md', import.meta.url), 'utf8')
  const names = [...handbook.matchAll(/^\| `(\w+)` \|/gmu)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => budgetName(name) === name)).toEqual([])
})

test('codes of failures are words, also those of HTTP and of pages', () => {
  for (const code of ['http_5xx', 'network', 'sign_in', 'wrong_key'])
    expect(failureText(code, '')).not.toContain(code)
  expect(failureText('timeout', 'after 5 s')).toMatch(/ \(after 5 s\)$/u)
})

test('a page is named by its platform, an unknown service by itself', () => {
  expect(serviceName('TikTok page')).toMatch(/^TikTok: /u)
  expect(serviceName('lighthouse')).toBe('lighthouse')
})
