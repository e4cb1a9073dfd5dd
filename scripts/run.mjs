/**
 * Runs one of the project's commands: node scripts/run.mjs COMMAND [arguments].
 * It works under any Node from 20 on: it installs missing packages, then runs the command under the Node that package.json
 * pins.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The script of each command, relative to the root. */
const COMMANDS = {
  demo: 'demo/run.ts',
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  'test:all': 'scripts/test.ts',
  'test:faults': 'apps/server/tests/faults.ts',
  'test:attacks': 'apps/server/tests/attacks.ts',
  check: 'scripts/check.ts',
  release: 'scripts/release.ts',
  shots: 'scripts/screens/shots.ts',
  bench: 'bench/run.ts',
  'bench:identify': 'bench/identify.ts',
  'train:identify': 'bench/identify/train.ts',
}

const [command = '', ...commandArguments] = process.argv.slice(2)
const script = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
if (!script) fail(`Unknown command '${command}'. Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node 20 or newer is needed, this is ${process.version}.`)

await ensureInstalled(root)
const given = command === 'test:all' ? ['all', ...commandArguments] : commandArguments
// Limits the space for young objects, which would grow to 64 MB twice over: a start uses that once, and it would stay
// allocated.
run(pinnedNode(), ['--max-semi-space-size=16', join(root, script), ...given])

/** The Node that npm installed, or the current one if the platform has no packaged Node and it is new enough. */
function pinnedNode() {
  const carried = join(root, 'node_modules/.bin/node')
  if (existsSync(carried)) return carried
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail('No packaged Node 24 for this platform: install Node 24 or newer and start the command again.')
}

/** Runs the program in the root and exits with its status; forwards signals to it. */
function run(program, programArguments) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  const child = spawn(program, programArguments, {
    cwd: root,
    stdio: 'inherit',
    // Caches stripped and compiled sources between starts: faster, and 30 MB less in each process.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env, PATH: path },
  })
  child.on('error', (error) => fail(`Could not start ${program}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl+C to the whole process group, so forwarding would deliver it twice.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
