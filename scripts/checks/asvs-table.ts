/** Fails when `docs/asvs.md` lacks a requirement of OWASP ASVS 5.0, has one twice, or gives it no status. */
import { readFileSync } from 'node:fs'

/** The requirements of levels 1 and 2 by section, as numbers and ranges (github.com/OWASP/ASVS, 5.0.0). */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
}
const STATUSES = new Set(['met', 'n/a', 'open'])

const text = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8')
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|([^|]*)\|([^|]*)\|(.*)\|$/gmu)].map(
  ([, id = '', , status = '', reason = '']) => ({ id, status: status.trim(), reason: reason.trim() }),
)
const problems = [
  ...requirements().flatMap((id) => {
    const count = lines.filter((line) => line.id === id).length
    return count === 1 ? [] : [`${id} has ${count} lines`]
  }),
  ...lines.flatMap(({ id, status, reason }) => {
    if (!STATUSES.has(status)) return [`${id} has the status '${status}'`]
    return reason === '' ? [`${id} has no reason`] : []
  }),
  ...unknown().map((id) => `${id} is no requirement of level 1 or 2`),
]
for (const problem of problems) console.error(`docs/asvs.md: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function requirements(): readonly string[] {
  return Object.entries(REQUIREMENTS).flatMap(([section, ranges]) =>
    ranges.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)
    }),
  )
}

function unknown(): readonly string[] {
  const known = new Set(requirements())
  return lines.map(({ id }) => id).filter((id) => !known.has(id))
}
