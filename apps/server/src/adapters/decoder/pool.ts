import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ConfinementLevel, confinedCommand } from './confinement.ts'
import { type DecodingProcess, type ProcessLimits, type Reply, startProcess } from './decoding-process.ts'
import { processUsage } from './process-usage.ts'

/** A program that decodes, and what its processes may take. */
export interface DecodingProgram {
  readonly name: string
  readonly entry: string
  /** Folders that it reads beside the product's code. */
  readonly folders: readonly string[]
  /** Of JavaScript alone. */
  readonly maxHeapMb: number
  readonly limits: ProcessLimits
  readonly maxProcesses: number
  /** Milliseconds for which a process waits for its next task; 0 for a fresh process for each. */
  readonly idleMs: number
  /** An idle process that holds more is ended, so that a large file does not keep memory. */
  readonly maxIdleMemoryMb: number
  /** Whether a task that nobody waits for any more is ended. Not where starting again costs more than the task. */
  readonly endsOnAbort: boolean
}

export interface DecodingRequest {
  readonly head: unknown
  readonly body?: Uint8Array
  /** Descriptor of an open file; only where each task has a fresh process. */
  readonly file?: number
}

export interface DecodingPool {
  /** One task in a process of its program. A task whose process died is not tried again. */
  run(program: DecodingProgram, request: DecodingRequest, signal?: AbortSignal): Promise<Reply>
  /** Processes at this moment and what they hold. */
  use(): { readonly processes: number; readonly memoryMb: number }
  close(): Promise<void>
}

export interface PoolOptions {
  readonly level: () => Promise<ConfinementLevel>
  /** What all processes together may hold, idle ones included. */
  readonly maxMemoryMb: number
  /** Called for each process that did not end by our will. */
  readonly onFailure?: (program: string, reason: string, complaint: string) => void
}

/** What V8 reserves of the data segment before the first task. */
const dataReserveMb = 700
/** A process is replaced after so many times the processor time that one task may take. */
const maxTasksOfCpuTime = 40

interface Seat {
  readonly program: DecodingProgram
  readonly process: DecodingProcess
  isIdle: boolean
  idleTimer?: NodeJS.Timeout
}

interface Ticket {
  readonly program: DecodingProgram
  readonly request: DecodingRequest
  readonly resolve: (seat: Seat | null) => void
}

/**
 * Processes that decode foreign bytes. Each counts with its memory limit, so that all together stay below theirs; idle
 * ones are ended when another program needs the room, and tasks wait in the order in which they came.
 */
export function createDecodingPool({ level, maxMemoryMb, onFailure }: PoolOptions): DecodingPool {
  const seats = new Set<Seat>()
  const waiting = new Set<Ticket>()
  let place: Promise<Place> | undefined
  let isClosed = false

  return {
    run: async (program, request, signal) => {
      const seat = await seatFor(await (place ??= findPlace(level)), { program, request }, signal)
      if (seat === null) return { ok: false, reason: 'aborted' }
      const { head, body } = request
      const reply = await seat.process.run(head, body, program.endsOnAbort ? signal : undefined)
      if (!reply.ok && reply.reason !== 'aborted')
        onFailure?.(program.name, reply.reason, seat.process.complaint())
      giveBack(seat, reply.ok)
      return reply
    },
    use: () => {
      const usages = [...seats].map((seat) => processUsage(seat.process.pid).memoryMb)
      return { processes: seats.size, memoryMb: usages.reduce((sum, memoryMb) => sum + memoryMb, 0) }
    },
    close: async () => {
      isClosed = true
      for (const { resolve } of waiting) resolve(null)
      waiting.clear()
      const ended = [...seats].map((seat) => seat.process.ended)
      for (const seat of seats) end(seat)
      await Promise.all(ended)
      if (place) await rm((await place).folder, { recursive: true, force: true })
    },
  }

  async function seatFor(
    found: Place,
    { program, request }: Pick<Ticket, 'program' | 'request'>,
    signal: AbortSignal | undefined,
  ): Promise<Seat | null> {
    if (isClosed || signal?.aborted) return null
    const seat = waiting.size === 0 ? trySeat(found, program, request) : null
    if (seat) return seat
    return new Promise((resolve) => {
      const leave = (): void => {
        waiting.delete(ticket)
        resolve(null)
      }
      const ticket: Ticket = {
        program,
        request,
        resolve: (given) => {
          signal?.removeEventListener('abort', leave)
          resolve(given)
        },
      }
      waiting.add(ticket)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** An idle process or a new one, when the limits leave room for it. */
  function trySeat(found: Place, program: DecodingProgram, request: DecodingRequest): Seat | null {
    const own = [...seats].filter((seat) => seat.program === program)
    const idle = own.find((seat) => seat.isIdle)
    if (idle) {
      idle.isIdle = false
      clearTimeout(idle.idleTimer)
      return idle
    }
    if (own.length >= program.maxProcesses || !makeRoom(program.limits.maxMemoryMb)) return null
    const seat: Seat = { program, process: start(found, program, request), isIdle: false }
    seats.add(seat)
    void seat.process.ended.then(() => end(seat))
    return seat
  }

  /** Ends idle processes until so much fits; false when even without them it does not. */
  function makeRoom(neededMb: number): boolean {
    const fits = (): boolean => reservedMb([...seats]) + neededMb <= maxMemoryMb
    const busyMb = reservedMb([...seats].filter((seat) => !seat.isIdle))
    if (busyMb + neededMb > maxMemoryMb) return false
    for (const seat of seats) {
      if (fits()) break
      if (seat.isIdle) end(seat)
    }
    return true
  }

  function giveBack(seat: Seat, isWell: boolean): void {
    const { program } = seat
    const others = [...seats].some((other) => other.isIdle && other.program === program)
    if (!isWell || isClosed || others || program.idleMs === 0 || isWorn(seat)) end(seat)
    else {
      seat.isIdle = true
      seat.idleTimer = setTimeout(end, program.idleMs, seat).unref()
    }
    void startWaiting()
  }

  function end(seat: Seat): void {
    clearTimeout(seat.idleTimer)
    seat.process.kill()
    if (seats.delete(seat)) void startWaiting()
  }

  /** Whoever waits longest comes first. Only a program whose own processes are all busy is passed over. */
  async function startWaiting(): Promise<void> {
    if (!place || waiting.size === 0) return
    const found = await place
    const busy = new Set<DecodingProgram>()
    for (const ticket of waiting) {
      const { program, request, resolve } = ticket
      if (busy.has(program)) continue
      const seat = trySeat(found, program, request)
      if (seat) {
        waiting.delete(ticket)
        resolve(seat)
      } else if (countOf(program) < program.maxProcesses) return
      else busy.add(program)
    }
  }

  function countOf(program: DecodingProgram): number {
    return [...seats].filter((seat) => seat.program === program).length
  }
}

/** Where processes run. */
interface Place {
  readonly level: ConfinementLevel
  /** An empty folder: their working directory, and where their own root is put together. */
  readonly folder: string
}

async function findPlace(level: () => Promise<ConfinementLevel>): Promise<Place> {
  return { level: await level(), folder: await mkdtemp(path.join(tmpdir(), 'antojo-decoder-')) }
}

function start({ level, folder }: Place, program: DecodingProgram, request: DecodingRequest): DecodingProcess {
  const { entry, folders, maxHeapMb, limits } = program
  const command = confinedCommand(
    level,
    {
      entry,
      folders,
      maxHeapMb,
      maxDataMb: dataReserveMb + limits.maxMemoryMb,
      maxCpuSeconds: 2 * maxTasksOfCpuTime * limits.maxCpuSeconds,
      isPermissionLimited: true,
    },
    folder,
  )
  return startProcess({ command, cwd: folder, limits, file: request.file })
}

function reservedMb(seats: readonly Seat[]): number {
  return seats.reduce((sum, seat) => sum + seat.program.limits.maxMemoryMb, 0)
}

/** Whether it holds memory that only a large file needed, or nears the processor time after which the system ends it. */
function isWorn({ program, process }: Seat): boolean {
  const { memoryMb, cpuSeconds } = processUsage(process.pid)
  return memoryMb > program.maxIdleMemoryMb || cpuSeconds > maxTasksOfCpuTime * program.limits.maxCpuSeconds
}
