/**
 * npm run release [-- --without-tests]: checks that this commit is a release (docs/releasing.md), runs all that
 * `npm test` runs, and writes its files to dist/release. It publishes nothing.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION } from '@antojo/db/version'
import { foreignBill } from './release/bill.ts'
import { missingFromRelease } from './release/released-schema.ts'
import { run, runVisibly } from './steps.ts'

const OUT = 'dist/release'
const TAG = `v${VERSION}`
const NAME = `antojo-${VERSION}`

const problems = await problemsOfRelease()
for (const problem of problems) console.error(problem)
const withTests = !process.argv.includes('--without-tests')
if (problems.length > 0 || (withTests && (await runVisibly(['node', 'scripts/test.ts'])) !== 0))
  process.exit(1)

await rm(OUT, { recursive: true, force: true })
await mkdir(OUT, { recursive: true })
// The sources are the context of the image too: docker build -f deploy/Containerfile.
await outputOf('git', 'archive', `--prefix=${NAME}/`, `--output=${OUT}/${NAME}.tar.gz`, 'HEAD')
const bill = await outputOf('npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev')
await writeFile(join(OUT, `${NAME}.cdx.json`), foreignBill(bill))
await writeFile(join(OUT, `${NAME}.md`), await notes())
const names = [`${NAME}.tar.gz`, `${NAME}.cdx.json`, `${NAME}.md`]
const sums = await Promise.all(names.map(async (name) => `${await sha256Of(join(OUT, name))}  ${name}\n`))
await writeFile(join(OUT, 'SHA256SUMS'), sums.join(''))
console.log(`${TAG}: ${[...names, 'SHA256SUMS'].map((name) => `${OUT}/${name}`).join(', ')}`)

async function problemsOfRelease(): Promise<string[]> {
  const changed = await outputOf('git', 'status', '--porcelain')
  const tags = (await outputOf('git', 'tag', '--points-at', 'HEAD')).split('\n')
  const missing = await missingFromRelease(VERSION)
  return [
    ...(changed === '' ? [] : [`Commit or remove first:\n${changed.trimEnd()}`]),
    ...(tags.includes(TAG) ? [] : [`This commit has no tag ${TAG}, the version of package.json.`]),
    ...((await notes()) === ''
      ? [`CHANGELOG.md has no "## [${VERSION}] - DATE" below an empty "Unreleased".`]
      : []),
    ...(missing.length === 0
      ? []
      : [`db/released.json lacks ${missing.join(', ')}: run node scripts/release/freeze.ts.`]),
  ]
}

/** What the changelog says about this version; empty when it is not the newest, or something is unreleased. */
async function notes(): Promise<string> {
  const [, unreleased = '', newest = ''] = (await readFile('CHANGELOG.md', 'utf8')).split(/^(?=## )/mu)
  const isNext = newest.startsWith(`## [${VERSION}] - 2`)
  return isNext && unreleased.trim() === '## [Unreleased]' ? newest : ''
}

async function outputOf(...command: [string, ...string[]]): Promise<string> {
  const { ok, output } = await run(command)
  if (!ok) throw new Error(`${command.join(' ')} failed: ${output}`)
  return output
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
