import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A control group of the system that limits the memory of all its processes. */
export interface MemoryCgroup {
  /** The command prefix that runs another command in the group. */
  readonly through: readonly string[]
  /** The number of processes that the system killed because the group was out of memory. */
  kills(): Promise<number>
  /** Removes the group; its processes must have ended. */
  remove(): Promise<void>
}

/** The files of both versions of the kernel's interface. */
const VERSIONS = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
] as const

/** Null when this process may not create one. */
export async function makeMemoryCgroup(megabytes: number): Promise<MemoryCgroup | null> {
  for (const { root, limit, events } of VERSIONS) {
    const dir = join(root, `antojo-test-${process.pid}`)
    try {
      await mkdir(dir)
      await writeFile(join(dir, limit), String(megabytes * 1024 ** 2))
    } catch {
      await rmdir(dir).catch(() => undefined)
      continue
    }
    return {
      through: ['/bin/sh', '-c', `echo $$ > ${join(dir, 'cgroup.procs')} && exec "$@"`, 'sh'],
      kills: async () => Number(/^oom_kill (\d+)/mu.exec(await readFile(join(dir, events), 'utf8'))?.[1]),
      remove: () => rmdir(dir),
    }
  }
  return null
}
