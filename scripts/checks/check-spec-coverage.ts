/**
 * Fails when docs/spec-coverage.md names a test that does not exist or leaves a row without one.
 * A row's last cell names tests as `file › name`; a name is the text as it stands in the file.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { coverageProblems } from './spec-coverage.ts'

const root = new URL('../..', import.meta.url)
const read = (path: string) => {
  const file = fileURLToPath(new URL(path, root))
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const problems = coverageProblems(read('docs/spec-coverage.md') ?? '', read)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
