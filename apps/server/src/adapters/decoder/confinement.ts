import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * How far a decoding process is kept apart, the strictest first.
 *
 * - `bubblewrap` and `namespaces`: it has no network, sees no file but the program's own code (read-only), no other
 *   process and no program that it could start.
 * - `other_user`: it runs as a user that owns nothing, so keys, pictures and database files are closed to it.
 * - `permissions`: Node's own permission model alone: JavaScript cannot open files or start programs, native code can.
 *
 * At each level the environment is empty, and memory, time and output are bounded.
 */
export const confinementLevels = ['bubblewrap', 'namespaces', 'other_user', 'permissions'] as const
export type ConfinementLevel = (typeof confinementLevels)[number]

interface Program {
  /** The TypeScript file that runs. */
  readonly entry: string
  /** Folders beside the product's own code that it reads, such as model weights. */
  readonly folders: readonly string[]
  readonly maxHeapMb: number
  readonly maxDataMb: number
  readonly maxCpuSeconds: number
  /** JavaScript cannot open files or start programs. Off only in the probe, which tries out what the system denies. */
  readonly isPermissionLimited: boolean
}

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const source = fileURLToPath(new URL('../..', import.meta.url))
const server = path.join(source, '..')
const project = path.join(server, '../..')

/** All that a decoding process reads: its code, packages and the system's libraries; nothing below the data directory. */
const code = [
  path.join(project, 'node_modules'),
  path.join(server, 'node_modules'),
  path.join(source, 'adapters'),
]
const manifests = [path.join(project, 'package.json'), path.join(server, 'package.json')]
const systemLibraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']
/** Libraries choose the instructions that they use by these. */
const processorFacts = ['/proc/cpuinfo', '/sys/devices/system/cpu']
const devices = ['/dev/null', '/dev/urandom']

/** Neither an account nor a range of `DynamicUser` has it, so nothing belongs to it. */
const strangerId = '59999'

/** The command that runs the program at a level, with an empty folder to work in. */
export function confinedCommand(level: ConfinementLevel, program: Program, emptyFolder: string): Command {
  const limited = [
    '-c',
    `ulimit -c 0 && ulimit -t ${program.maxCpuSeconds} && ulimit -d ${program.maxDataMb * 1024} && exec "$@"`,
    'decoder',
  ]
  const wrapped = [...wrapper(level, program, emptyFolder), process.execPath, ...nodeArguments(program)]
  return {
    file: '/bin/sh',
    args: [...limited, ...wrapped],
    // glibc's arenas and the thread pool would take memory for work that goes on one thread.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
  }
}

function nodeArguments({ entry, folders, maxHeapMb, isPermissionLimited }: Program): string[] {
  const limits = ['--permission', '--allow-addons', '--allow-worker'].concat(
    [...code, ...manifests, ...folders].map((folder) => `--allow-fs-read=${folder}`),
  )
  return [
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${maxHeapMb}`,
    ...(isPermissionLimited ? limits : []),
    entry,
  ]
}

const withoutPrivileges = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig=KILL']
const otherUser = [
  'setpriv',
  `--reuid=${strangerId}`,
  `--regid=${strangerId}`,
  '--clear-groups',
  ...withoutPrivileges,
]

function wrapper(level: ConfinementLevel, program: Program, emptyFolder: string): string[] {
  const own = [...code, ...manifests, ...program.folders, path.dirname(program.entry), process.execPath]
  const readable = [...systemLibraries, ...processorFacts, ...own].filter(existsSync)
  if (level === 'bubblewrap') return bubblewrap(outermost(readable))
  if (level === 'namespaces')
    return namespaces([...outermost([...readable, ...privilegeTool()]), ...devices], emptyFolder)
  return level === 'other_user' ? otherUser : []
}

/** Without what lies in another of the folders: it is seen with that one. */
function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (inner) => !paths.some((outer) => inner !== outer && inner.startsWith(`${outer}/`)),
  )
}

function bubblewrap(readable: readonly string[]): string[] {
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...readable.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...devices.flatMap((device) => ['--dev-bind', device, device]),
    '--chdir',
    '/',
    '--',
  ]
}

/** `setpriv` gives up the privileges that making the new root took, so it has to be found inside. */
function privilegeTool(): string[] {
  return ['/usr/bin/setpriv', '/bin/setpriv'].filter(existsSync)
}

const unshare =
  'unshare --user --map-root-user --mount --net --pid --ipc --uts --cgroup --fork --kill-child=KILL'.split(
    ' ',
  )

/**
 * The same by hand for systems without bubblewrap: new namespaces, and an own root of nothing but read-only views of the
 * folders. `nosuid` and the like because the kernel lets nobody take
 * these off a view of a mount that has them.
 */
function namespaces(shown: readonly string[], emptyFolder: string): string[] {
  const script = [
    'set -e',
    'root=$1; count=$2; shift 2',
    'mount -t tmpfs -o size=1m,mode=755 none "$root"',
    'while [ "$count" -gt 0 ]; do',
    '  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root${1%/*}"; : > "$root$1"; fi',
    '  mount --bind "$1" "$root$1"',
    '  case $1 in',
    '    /dev/*) ;;',
    '    /proc/*|/sys/*) mount -o remount,bind,ro,nosuid,nodev,noexec "$root$1" ;;',
    '    *) mount -o remount,bind,ro,nosuid,nodev "$root$1" ;;',
    '  esac',
    '  shift; count=$((count - 1))',
    'done',
    'mount -o remount,bind,ro,nosuid,nodev "$root"',
    'exec chroot "$root" "$@"',
  ].join('\n')
  return [
    ...unshare,
    '/bin/sh',
    '-c',
    script,
    'decoder',
    emptyFolder,
    String(shown.length),
    ...shown,
    'setpriv',
    ...withoutPrivileges,
  ]
}
