/** Checks the laws of the house over the whole repository; prints what breaks one and ends 1 then. */
import { fileURLToPath } from 'node:url'
import { RULES } from './structure/rules.ts'
import { readRepository } from './structure/source-file.ts'

const files = readRepository(fileURLToPath(new URL('..', import.meta.url)))
const violations = Object.entries(RULES).flatMap(([rule, check]) =>
  check(files).map((found) => ({ rule, ...found })),
)
for (const { path, message, rule } of violations) console.log(`${path}: ${message} (${rule})`)
console.log(`${files.length} files, ${Object.keys(RULES).length} rules, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0
