import { expect, test } from 'vitest'
import { coverageProblems } from './spec-coverage.ts'

const HEAD = '| Spec | Tests |\n|---|---|\n'
const read = (path: string) => (path === 'a.test.ts' ? "test('adds up', …)" : null)

test.each([
  ['| Sums | `a.test.ts › adds up` |', []],
  ['| Sums | |', ['Line 3 names no test: | Sums | |']],
  ['| Sums | `a.test.ts › takes away` |', ["Line 3: a.test.ts has no test 'takes away'"]],
  ['| Sums | `b.test.ts › adds up` |', ['Line 3: there is no file b.test.ts']],
])('%s', (row, problems) => {
  expect(coverageProblems(HEAD + row, read)).toEqual(problems)
})

test('an empty table is no coverage', () => {
  expect(coverageProblems('', read)).toEqual(['The table has no rows.'])
})
