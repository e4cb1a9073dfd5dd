/**
 * Checks the structure of the repository: directions of imports (`.dependency-cruiser.ts`), content of files
 * (`structure/rules.ts`), and the number of fragments. Prints each violation; the exit status is 1 if there is one.
 */
import { fileURLToPath } from 'node:url'
import { dependencyViolations, fragments, readDependencies } from './structure/dependencies.ts'
import { readRepository } from './structure/repository.ts'
import { RULES } from './structure/rules.ts'

const MAX_FRAGMENTS = 40

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readRepository(root)
const dependencies = await readDependencies(root)
const violations = [
  ...Object.entries(RULES).flatMap(([rule, check]) => check(files).map((found) => ({ rule, ...found }))),
  ...dependencyViolations(dependencies),
]
for (const { path, message, rule } of violations) console.log(`${path}: ${message} (${rule})`)

const lines = new Map(files.map(({ path, text }) => [path, text.split('\n').length - 1]))
const short = fragments(dependencies, (path) => lines.get(path) ?? 0)
const tooMany = short.length > MAX_FRAGMENTS
if (tooMany) console.log(`These short files have one importer, beside them: ${short.join(' ')}`)
console.log(
  `${files.length} files, ${violations.length} violations, ${short.length} of at most ${MAX_FRAGMENTS} fragments`,
)
process.exitCode = violations.length > 0 || tooMany ? 1 : 0
