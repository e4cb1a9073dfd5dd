/**
 * node scripts/checks/command-help.ts [--write]: checks that docs/operating.md shows the help of every command as the
 * command line prints it (status 1 if not). With --write it updates the page.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { commandHelps, createProgram } from '../../apps/server/src/cli/program.ts'

const handbook = fileURLToPath(new URL('../../docs/operating.md', import.meta.url))
const part = /<!-- commands -->\n[\s\S]*?<!-- \/commands -->/u

const text = await readFile(handbook, 'utf8')
const blocks = commandHelps(createProgram()).map(({ help }) => `\`\`\`\n${help}\`\`\``)
const fresh = text.replace(part, () => `<!-- commands -->\n${blocks.join('\n\n')}\n<!-- /commands -->`)

if (process.argv.includes('--write')) await writeFile(handbook, fresh)
else if (fresh !== text || !part.test(text)) {
  console.error('docs/operating.md shows other commands: node scripts/checks/command-help.ts --write')
  process.exitCode = 1
}
