/**
 * Checks the structure of the repository: directions of imports (`.dependency-cruiser.ts`), content of files
 * (`structure/rules.ts`), and how many files are only fragments of another. Prints each violation and ends with 1 then.
 */
import { fileURLToPath } from 'node:url'
import { dependencyViolations, fragments, readDependencies } from './structure/dependencies.ts'
import { readRepository } from './structure/repository.ts'
import { RULES } from './structure/rules.ts'

const MAX_FRAGMENTS = 40
/** Found when the rule came; shown, and to be mended. */
const PENDING = /^packages\/(auth|data-api|db|places)\/.*\(no circles\)$/

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readRepository(root)
const dependencies = await readDependencies(root)
const violations = [
  ...Object.entries(RULES).flatMap(([rule, check]) => check(files).map((found) => ({ rule, ...found }))),
  ...dependencyViolations(dependencies),
]
const printed = violations.map(({ path, message, rule }) => `${path}: ${message} (${rule})`)
const failing = printed.filter((line) => !PENDING.test(line))
for (const line of failing) console.log(line)

const lines = new Map(files.map(({ path, text }) => [path, text.split('\n').length - 1]))
const short = fragments(dependencies, (path) => lines.get(path) ?? 0)
const tooMany = short.length > MAX_FRAGMENTS
if (tooMany) console.log(`These short files have one importer, beside them: ${short.join(' ')}`)
console.log(
  `${files.length} files, ${failing.length} violations and ${printed.length - failing.length} known ones, ${short.length} of at most ${MAX_FRAGMENTS} fragments`,
)
process.exitCode = failing.length > 0 ? 1 : 0
