import os from 'node:os'

/** Niceness of the work on clips: the requests of people come first. */
const LOW_PRIORITY = 10

/** Puts a process that has been started behind the others; one that has ended already is left alone. */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended already.
  }
}

/**
 * Puts the calling worker thread, and those it starts from then on, behind the others. Only Linux knows priorities of
 * threads: elsewhere it would slow the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerPriority(0)
}
