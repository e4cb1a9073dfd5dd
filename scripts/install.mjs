import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs the packages of package-lock.json if any is missing; ends the process when that fails. */
export async function ensureInstalled(root) {
  const isMissing = !isInstalled(root)
  if (isMissing) await install(root)
  linkPackagedNode(root)
  if (isMissing) prune(root)
}

/** Removes some 350 MB that nobody reads here. The program needs the packaged Node; without it, nothing is removed. */
function prune(root) {
  spawnSync('node_modules/.bin/node', ['deploy/prune-packages.mjs'], { cwd: root, stdio: 'inherit' })
}

/** How often the installation says how far it is. */
const PROGRESS_INTERVAL_MS = 10_000

async function install(root) {
  const fresh = !existsSync(join(root, 'node_modules'))
  console.error(
    fresh
      ? 'Installing packages (once: a minute or two, several on a slow machine)…'
      : 'Packages have changed, installing…',
  )
  const started = Date.now()
  const [program, ...prefix] = npmCommand()
  const npm = spawn(program, [...prefix, 'install', '--no-save', '--loglevel=error', '--no-progress'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...cacheEnvironment() },
  })
  const progress = setInterval(() => console.error(progressText(root, started)), PROGRESS_INTERVAL_MS)
  const outcome = await new Promise((resolve) => {
    npm.once('error', ({ message }) => resolve({ status: 1, reason: `: ${message}` }))
    npm.once('exit', (status) => resolve({ status: status ?? 1, reason: '' }))
  })
  clearInterval(progress)
  if (outcome.status !== 0) {
    console.error(`npm could not install the packages${outcome.reason}.`)
    process.exit(outcome.status)
  }
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** Packages for other systems never arrive, so the total is somewhat too high. */
function progressText(root, started) {
  const paths = Object.keys(readPackages(join(root, 'package-lock.json')) ?? {}).filter(Boolean)
  const arrived = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
  const seconds = Math.round((Date.now() - started) / 1000)
  return `… ${arrived} of about ${paths.length} packages after ${seconds} s`
}

/** npm 9 deletes the link to the packaged Node when it skips the Node of another platform. */
function linkPackagedNode(root) {
  const link = join(root, 'node_modules/.bin/node')
  const program = `node-${process.platform}-${process.arch}/bin/node`
  if (existsSync(link) || !existsSync(join(root, 'node_modules', program))) return
  symlinkSync(join('..', program), link)
}

/**
 * True when node_modules agrees with package-lock.json. npm records the installed packages in
 * node_modules/.package-lock.json, without those for other platforms.
 */
function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true
    const found = present[path]
    if (!found) return Boolean(entry.optional ?? entry.devOptional ?? entry.peer)
    return found.version === entry.version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** The npm that started this process, if any, else the npm in PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') && existsSync(cli) ? [process.execPath, cli] : ['npm']
}

/** npm cannot work without a cache directory, so it gets one in the temporary directory when HOME is not writable. */
function cacheEnvironment() {
  try {
    accessSync(homedir(), constants.W_OK)
    return {}
  } catch {
    const cache = join(tmpdir(), `antojo-npm-${process.getuid?.() ?? 0}`)
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    return { npm_config_cache: cache }
  }
}
