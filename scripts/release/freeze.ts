/**
 * node scripts/release/freeze.ts: records the migrations of the version in package.json as released, and fills a server
 * of this state into the fixture from which later states must upgrade. Refused once the version has its tag.
 */
import { VERSION } from '@antojo/db/version'
import { run } from '../steps.ts'
import { freezeSchema } from './released-schema.ts'

const { output } = await run(['git', 'tag', '--list', `v${VERSION}`])
if (output.trim() !== '') {
  console.error(`v${VERSION} is released: raise the version in package.json first.`)
  process.exit(1)
}
await freezeSchema(VERSION)
