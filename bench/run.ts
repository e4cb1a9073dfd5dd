/**
 * npm run bench [-- NAME…]: runs the measurements of this directory one after another, all of them or the named
 * ones. The head of each file describes its measurement and settings.
 */
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runVisibly } from '../scripts/steps.ts'

const dir = fileURLToPath(new URL('.', import.meta.url))
const known = (await readdir(dir))
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .toSorted()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No measurement named ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(1)
}

for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n# ${name}`)
  const status = await runVisibly(['node', `${dir}${name}.ts`])
  if (status !== 0) process.exitCode = status
}
