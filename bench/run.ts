/**
 * npm run bench [-- NAME… [--OPTION…]]: runs the measurements of this directory one after another, all of them or the
 * named ones, with the options. The head of each file describes its measurement and settings.
 */
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runVisibly } from '../scripts/steps.ts'

const dir = fileURLToPath(new URL('.', import.meta.url))
const known = (await readdir(dir))
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .toSorted()
const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('--'))
const wanted = firstOption < 0 ? given : given.slice(0, firstOption)
const options = given.slice(wanted.length)
if (given.includes('--help')) {
  console.log(
    `Measurements: ${known.join(', ')}.\nnpm run bench -- NAME… runs some of them; without a name, all.`,
  )
  process.exit(0)
}
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No measurement named ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(1)
}

for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n# ${name}`)
  const status = await runVisibly(['node', `${dir}${name}.ts`, ...options])
  if (status !== 0) process.exitCode = status
}
