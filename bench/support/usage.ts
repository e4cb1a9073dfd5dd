import { readdir, readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

export interface Usage {
  readonly cpuSeconds: number
  readonly residentMegabytes: number
}

/** CPU time and memory of a process and its children, from /proc; undefined on systems without it. */
export async function usageOf(pid: number): Promise<Usage | undefined> {
  let cpu = 0
  let resident = 0
  try {
    for (const entry of await readdir('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(entry) !== pid && Number(fields[1]) !== pid) continue
      cpu +=
        Number(fields[11]) +
        Number(fields[12]) +
        (Number(entry) === pid ? Number(fields[13]) + Number(fields[14]) : 0)
      const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
      if (Number(entry) === pid) resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
    }
  } catch {
    return undefined
  }
  return { cpuSeconds: cpu / TICKS_PER_SECOND, residentMegabytes: resident / 1024 }
}
