/**
 * node scripts/release/freeze.ts: records the migrations of the version in package.json as released, and fills a server
 * of this state into the fixture from which later states must upgrade. Refused once the version has its tag.
 */
import { fileURLToPath } from 'node:url'
import { VERSION } from '@antojo/db/version'
import { run } from '../steps.ts'
import { makeFixture } from './fixture.ts'
import { freezeSchema, RELEASED_FILE } from './released-schema.ts'

const { output } = await run(['git', 'tag', '--list', `v${VERSION}`])
if (output.trim() !== '') {
  console.error(`v${VERSION} is released: raise the version in package.json first.`)
  process.exit(1)
}
await freezeSchema(VERSION)
const file = fileURLToPath(new URL(`../../packages/testing/fixtures/release-${VERSION}`, import.meta.url))
await makeFixture(file)
await run(['oxfmt', RELEASED_FILE, `${file}.json`])
