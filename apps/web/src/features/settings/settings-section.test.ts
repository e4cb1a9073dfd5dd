import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { expect, test } from 'vitest'

const sources = globSync(fileURLToPath(new URL('*.tsx', import.meta.url)))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each(Object.keys(DEFAULT_SETTINGS))('a control changes %s', (name) => {
  expect(sources).toMatch(new RegExp(String.raw`\bcontrol\('${name}'\)|\bupdate\(\{[^}]*\b${name}\b`))
})
