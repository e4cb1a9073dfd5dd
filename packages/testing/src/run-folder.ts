import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_ROOM = 2 ** 31
const MIN_FREE_MEMORY = 2 ** 32
const NAME = /^antojo-run-(\d+)$/

/**
 * Creates a temporary directory for this process and its children, and removes it at the end. It is in memory if there
 * is room: Postgres makes 400 files per database, which takes 20 times as long on a disk.
 */
export function useRunFolder(): string {
  const inherited = process.env['TMPDIR']
  if (inherited !== undefined && NAME.test(inherited.split('/').at(-1) ?? '')) return inherited
  const root = hasRoomInMemory() ? MEMORY : tmpdir()
  removeLeftovers(root)
  const folder = join(root, `antojo-run-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_ROOM && process.availableMemory() >= MIN_FREE_MEMORY
  } catch {
    return false
  }
}

/** Removes the folders of killed runs. Their Postgres ends once its files are gone. */
function removeLeftovers(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeOwn(join(root, name))
  }
}

/** Folders of another user are removed by that user's next run. */
function removeOwn(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    return
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
