/**
 * node scripts/checks/settings-table.ts [--write]: checks that the table of settings in docs/operating.md agrees with the
 * schema of the server (status 1 if not). With --write it updates the table.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { settings } from '../../apps/server/src/config/config.ts'

const handbook = fileURLToPath(new URL('../../docs/operating.md', import.meta.url))
const table = /<!-- settings -->\n[\s\S]*?<!-- \/settings -->/u
const row = /^\| `(?<name>[A-Z_]+)` \|[^|]*\| (?<meaning>(?:[^|\\]|\\.)*) \|$/gmu

const text = await readFile(handbook, 'utf8')
const meanings = new Map(
  [...text.matchAll(row)].map(({ groups }) => [groups?.['name'] ?? '', groups?.['meaning'] ?? '']),
)
const fresh = text.replace(table, () => `<!-- settings -->\n${tableOf(meanings)}\n<!-- /settings -->`)
const undescribed = Object.keys(settings.shape).filter((name) => (meanings.get(name) ?? '').trim() === '')

if (process.argv.includes('--write')) await writeFile(handbook, fresh)
else if (fresh !== text)
  fail('docs/operating.md tells other settings: node scripts/checks/settings-table.ts --write')
if (undescribed.length > 0) fail(`docs/operating.md does not say what these mean: ${undescribed.join(', ')}`)

/** Names, types and defaults come from the schema; the descriptions of the handbook are kept. */
function tableOf(known: ReadonlyMap<string, string>): string {
  const defaults: Record<string, unknown> = settings.parse({})
  const rows = Object.keys(settings.shape).map(
    (name) => `| \`${name}\` | ${shown(defaults[name])} | ${known.get(name) ?? ''} |`,
  )
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? '`on`' : '`off`'
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : ''
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
