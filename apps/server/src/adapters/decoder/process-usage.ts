import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The current usage of a process and its descendants. */
interface ProcessUsage {
  readonly memoryMb: number
  /** Processor time since their start. */
  readonly cpuSeconds: number
}

const TICKS_PER_SECOND = 100
const nothing: ProcessUsage = { memoryMb: 0, cpuSeconds: 0 }

/** The usage of a process with its descendants; zero once it has ended. */
export function processUsage(pid: number): ProcessUsage {
  try {
    return process.platform === 'linux' ? sum(withDescendants(pid).map(linuxUsage)) : commandUsage(pid)
  } catch {
    return nothing
  }
}

function sum(usages: readonly ProcessUsage[]): ProcessUsage {
  return {
    memoryMb: usages.reduce((total, { memoryMb }) => total + memoryMb, 0),
    cpuSeconds: usages.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
  }
}

/** Tools that create namespaces stay as parents of the decoder, so it can be a grandchild. */
function withDescendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(withDescendants)]
}

function linuxUsage(pid: number): ProcessUsage {
  const resident = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may contain anything; the fields after it are numbers.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    memoryMb: Number(resident?.[1] ?? 0) / 1024,
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND,
  }
}

/** For systems without /proc. Blocks the thread for some milliseconds. */
function commandUsage(pid: number): ProcessUsage {
  const output = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'latin1' })
  const [kilobytes = '0', time = '0'] = output.trim().split(/\s+/u)
  const [days, clock = days] = time.includes('-') ? time.split('-') : ['0', time]
  const seconds = (clock ?? '0').split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return { memoryMb: Number(kilobytes) / 1024, cpuSeconds: Number(days) * 86_400 + seconds }
}
