import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAPER } from './theme.ts'

const TOKENS = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')

test("the browser's bars have the colour of the page in every theme", () => {
  const themes = TOKENS.split(/(?=^(?::root|\[data-theme))/m)
  const papers = themes.flatMap((theme) => {
    const [, name = 'light'] = /^\[data-theme='(\w+)'\]/.exec(theme) ?? []
    const [, color] = /--paper: (#\w+);/.exec(theme) ?? []
    return color === undefined ? [] : [[name, color]]
  })
  expect(Object.fromEntries(papers)).toEqual(PAPER)
})
