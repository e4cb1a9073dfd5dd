import fs from 'node:fs'
import { compile } from '@inlang/paraglide-js'
import { paraglide } from './paraglide.config.mjs'

/** How the keys of messages begin that end with a code, as in `error_` and the code of a refusal. */
const GROUPS = [
  'admin_budget',
  'admin_problem',
  'admin_todo',
  'admin_wall',
  'cities_for',
  'cuisine',
  'diet',
  'error',
  'find_step',
  'import',
  'imports_column',
  'imports_format',
  'imports_unread',
  'invitations_state',
  'step',
  'step_now',
  'step_state',
  'why',
  'why_in',
]

// Compiles messages/*.json to typed functions in generated/.
await compile({ ...paraglide, fs })

const messages = new URL('./messages/', import.meta.url)
const keys = fs
  .readdirSync(messages)
  .filter((file) => file.startsWith('es.'))
  .flatMap((file) => Object.keys(JSON.parse(fs.readFileSync(new URL(file, messages), 'utf8'))))
const folder = new URL('./generated/groups/', import.meta.url)
fs.mkdirSync(folder, { recursive: true })
for (const group of GROUPS) {
  const codes = keys.filter((key) => key.startsWith(`${group}_`)).map((key) => key.slice(group.length + 1))
  const entries = codes.map((code) => `  ${code}: m.${group}_${code},\n`).join('')
  const content = `import { m } from '../messages.js'\n\nexport const texts = {\n${entries}}\n`
  fs.writeFileSync(new URL(`${group}.js`, folder), content)
}
