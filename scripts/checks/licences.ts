/**
 * node scripts/checks/licences.ts [--write]: checks that each package of package-lock.json, for all platforms, has a hash
 * and an allowed licence, and that docs/licences.md lists the licences that require more than the authors' names.
 * With --write it updates the document. It needs no network, because the lock file holds the licences.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const page = fileURLToPath(new URL('../../docs/licences.md', import.meta.url))
const lockFile = new URL('../../package-lock.json', import.meta.url)
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
})

/** Licences that require nothing but the authors' names. */
const FREE = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense BSL-1.0'.split(
    ' ',
  ),
)
/** Other allowed licences, with the reason why they are allowed. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'OFL-1.1': 'fonts, carried unchanged with their licence',
  'CC-BY-4.0': 'data, with its source named',
  'Python-2.0': 'permissive, with its text kept; only a tool that writes code needs it',
  'MPL-2.0': 'used as it is; changes of its own files would have to be published',
  'LGPL-3.0-or-later': 'a shared library of its own, replaceable',
  'GPL-3.0':
    'FFmpeg with its codecs, loaded only into the process that decodes clips; replaceable, and absent where npm leaves it out',
}
/** Licences that packages name differently, or state only in a LICENSE file, which was read. */
const MEANT: Readonly<Record<string, string>> = {
  boost: 'BSL-1.0',
  '@inlang/plugin-message-format': 'MIT',
  'sqlite-wasm-kysely': 'MIT',
}

/** Packages that contain a library under a licence other than their own. */
const HOLDS: readonly (readonly [RegExp, string])[] = [[/^@seydx\/node-av-/u, 'GPL-3.0']]

const { packages } = lock.parse(JSON.parse(await readFile(lockFile, 'utf8')))
const conditional = new Map<string, Set<string>>()
const refused: string[] = []
const unsafe: string[] = []
for (const [path, { license, link, dev, resolved, integrity }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1) ?? ''
  if (link || !path.includes('node_modules/')) continue
  // A package without a URL comes from the configured registry of npm.
  if (resolved !== undefined || !integrity?.startsWith('sha512-')) unsafe.push(name)
  const held = HOLDS.filter(([names]) => names.test(name)).map(([, one]) => one)
  for (const one of [...partsOf(license ?? name), ...held]) {
    if (FREE.has(one)) continue
    if (!(one in CONDITIONS)) refused.push(`${name}: ${license ?? 'says no licence'}`)
    const known = conditional.get(one) ?? new Set()
    conditional.set(one, known.add(dev ? `${name} (to build and test)` : name))
  }
}

const rows = Object.entries(CONDITIONS).map(
  ([licence, why]) =>
    `| ${licence} | ${[...(conditional.get(licence) ?? [])].toSorted().join(', ')} | ${why} |`,
)
const fresh = [
  '# Licences of what Antojo is built from\n',
  `Made by \`node scripts/checks/licences.ts --write\` from \`package-lock.json\`, for all platforms. Everything that is not in the table stands under ${[...FREE].join(', ')}.\n`,
  '| licence | packages | how it is carried |',
  '|---|---|---|',
  ...rows,
  '',
].join('\n')

if (process.argv.includes('--write')) await writeFile(page, fresh)
else if (fresh !== (await readFile(page, 'utf8')))
  fail('docs/licences.md is not up to date: node scripts/checks/licences.ts --write')
if (refused.length > 0)
  fail(`Not among the licences that scripts/checks/licences.ts allows:\n${refused.join('\n')}`)

if (unsafe.length > 0) fail(`Not from the registry, or without a hash:\n${unsafe.join('\n')}`)

/** `A AND B` requires both; of `(A OR B)` the first allowed one is chosen. */
function partsOf(said: string): string[] {
  const meant = MEANT[said] ?? said
  const choice = meant.replace(/[()]/gu, '').split(' OR ')
  const chosen = choice.find((one) => FREE.has(one)) ?? meant
  return chosen.split(' AND ').map((one) => MEANT[one] ?? one)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
