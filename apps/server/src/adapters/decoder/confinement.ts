import { existsSync } from 'node:fs'
import path from 'node:path'
import { decodingConfinement } from '@antojo/contract/admin'
import { fileURLToPath } from 'node:url'

/**
 * The levels of confinement of a decoding process, the strictest first.
 *
 * - `bubblewrap` and `namespaces`: no network, no files but the program's own code (read-only), no other processes, and
 *   no programs to start.
 * - `other_user`: it runs as a user that owns nothing and cannot read keys, pictures and database files.
 * - `permissions`: Node's permission model alone: JavaScript cannot open files or start programs, native code can.
 *
 * At each level the environment is empty, and memory, time and output are bounded.
 */
export const CONFINEMENT_LEVELS = decodingConfinement.shape.level.options
export type ConfinementLevel = (typeof CONFINEMENT_LEVELS)[number]

interface Program {
  /** The TypeScript file that runs. */
  readonly entry: string
  /** Other folders that it reads, such as model weights. */
  readonly folders: readonly string[]
  readonly maxHeapMb: number
  readonly maxDataMb: number
  readonly maxCpuSeconds: number
  /** Turns on Node's permission model. Off only in the probe, which tests the limits of the system itself. */
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

/** The only folders that a decoding process can read: its code, packages and the system's libraries. */
const code = [
  path.join(project, 'node_modules'),
  path.join(server, 'node_modules'),
  path.join(source, 'adapters'),
]
const manifests = [path.join(project, 'package.json'), path.join(server, 'package.json')]
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']
/** Libraries read these to choose processor instructions. */
const PROCESSOR_INFO = ['/proc/cpuinfo', '/sys/devices/system/cpu']
const DEVICES = ['/dev/null', '/dev/urandom']

/** A user id outside all accounts and the range of `DynamicUser`, so that it owns nothing. */
const UNUSED_USER_ID = '59999'

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
    // The work uses one thread: glibc's arenas and the thread pool would only take memory.
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

const WITHOUT_PRIVILEGES = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig=KILL']
const OTHER_USER = [
  'setpriv',
  `--reuid=${UNUSED_USER_ID}`,
  `--regid=${UNUSED_USER_ID}`,
  '--clear-groups',
  ...WITHOUT_PRIVILEGES,
]

function wrapper(level: ConfinementLevel, program: Program, emptyFolder: string): string[] {
  const own = [...code, ...manifests, ...program.folders, path.dirname(program.entry), process.execPath]
  const readable = [...SYSTEM_LIBRARIES, ...PROCESSOR_INFO, ...own].filter(existsSync)
  if (level === 'bubblewrap') return bubblewrap(outermost(readable))
  if (level === 'namespaces')
    return namespaces([...outermost([...readable, ...privilegeTool()]), ...DEVICES], emptyFolder)
  return level === 'other_user' ? OTHER_USER : []
}

/** Removes folders inside another folder of the list, which already shows them. */
function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (inner) => !paths.some((outer) => inner !== outer && inner.startsWith(`${outer}/`)),
  )
}

function bubblewrap(readable: readonly string[]): string[] {
  return [
    ...'bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL'.split(' '),
    ...readable.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    '--chdir',
    '/',
    '--',
  ]
}

/** `setpriv` drops the privileges that set up the new root, so the new root has to contain it. */
function privilegeTool(): string[] {
  return ['/usr/bin/setpriv', '/bin/setpriv'].filter(existsSync)
}

const UNSHARE =
  'unshare --user --map-root-user --mount --net --pid --ipc --uts --cgroup --fork --kill-child=KILL'.split(
    ' ',
  )

/**
 * Replaces bubblewrap on systems without it: new namespaces, and a new root with read-only mounts of the folders.
 * `nosuid` and the like are repeated because a bind mount must not drop them.
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
    ...UNSHARE,
    '/bin/sh',
    '-c',
    script,
    'decoder',
    emptyFolder,
    String(shown.length),
    ...shown,
    'setpriv',
    ...WITHOUT_PRIVILEGES,
  ]
}
