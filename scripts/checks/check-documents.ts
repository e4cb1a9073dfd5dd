/** Fails when a document names a missing file, test or command, or when a list of platforms is incomplete. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'
import { brokenReferences } from './document-references.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
const files = new Set(listed.split('\n').filter((file) => file !== '' && existsSync(`${root}/${file}`)))
const manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) })
const commands = [...files]
  .filter((file) => /(?:^|\/)package\.json$/.test(file))
  .flatMap((file) => Object.keys(manifest.parse(JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))).scripts))
const repository = { files, commands: new Set(commands) }

const broken = [...files]
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) =>
    brokenReferences(file, readFileSync(`${root}/${file}`, 'utf8'), repository).map(
      (reference) => `${file}: there is no ${reference}`,
    ),
  )
for (const file of ['README.md', 'docs/providers.md']) {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  broken.push(
    ...KNOWN_PLATFORMS.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)).map(
      (name) => `${file}: ${name} is missing`,
    ),
  )
}
for (const problem of broken) console.error(problem)
process.exitCode = broken.length > 0 ? 1 : 0
