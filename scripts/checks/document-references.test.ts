import { expect, test } from 'vitest'
import { brokenReferences } from './document-references.ts'

const repository = {
  files: new Set(['README.md', 'docs/guide.md', 'docs/decisions/1.md', 'apps/web/src/a.test.ts']),
  commands: new Set(['check']),
}

test.each([
  ['a link beside the document', '[more](decisions/1.md#why)', []],
  ['a link upwards', '[start](../README.md)', []],
  ['a link to a folder', '[all](decisions)', []],
  ['a broken link', '[more](decisions/2.md)', ['decisions/2.md']],
  ['a link to another site', '[site](https://example.org/x.md)', []],
  ['a path', '`apps/web/src/a.test.ts`', []],
  ['a broken path', '`apps/web/src/b.test.ts`', ['apps/web/src/b.test.ts']],
  ['a test by its name', '`a.test.ts`', []],
  ['a test that is gone', '`b.test.ts`', ['b.test.ts']],
  ['a command', 'run `npm run check` first', []],
  ['a command that is gone', 'run `npm run verify` first', ['npm run verify']],
  ['a word in code', '`accepted`', []],
])('%s', (_title, text, broken) => {
  expect(brokenReferences('docs/guide.md', text, repository)).toEqual(broken)
})
