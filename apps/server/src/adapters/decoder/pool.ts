import { rm } from 'node:fs/promises'
import { makeTempFolder } from '../media/temp-folders.ts'
import { type ConfinementLevel, confinedCommand } from './confinement.ts'
import { type DecodingProcess, type ProcessLimits, type Reply, startProcess } from './decoding-process.ts'
import { processUsage } from './process-usage.ts'

/** A decoding program and the limits of its processes. */
export interface DecodingProgram {
  readonly name: string
  readonly entry: string
  /** Folders that it reads besides the product's code. */
  readonly folders: readonly string[]
  /** The heap of JavaScript alone. */
  readonly maxHeapMb: number
  readonly limits: ProcessLimits
  readonly maxProcesses: number
  /** Milliseconds for which a process waits for its next task; 0: each task gets a new process. */
  readonly idleMs: number
  /** An idle process with more memory is ended, so that a large file does not occupy memory for long. */
  readonly maxIdleMemoryMb: number
  /** Whether a task ends when its caller disconnects. False when a new start costs more than the task. */
  readonly endsOnAbort: boolean
}

interface DecodingRequest {
  readonly head: unknown
  readonly body?: Uint8Array
  /** Descriptor of an open file; only when each task has a new process. */
  readonly file?: number
}

export interface PoolOptions {
  readonly level: () => Promise<ConfinementLevel>
  /** The memory limit of all processes together, including idle ones. */
  readonly maxMemoryMb: number
  /** Called for each process that ended unexpectedly. */
  readonly onFailure?: (program: string, reason: string, complaint: string) => void
}

/** V8 reserves this much of the data segment and uses little of it. */
const DATA_RESERVE_MB = 700
/** A process is replaced after this multiple of the processor time limit of a task. */
const MAX_TASKS_OF_CPU_TIME = 40

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
 * Runs processes that decode foreign bytes. The pool's limit bounds the sum of their memory limits. Idle processes end
 * when another program needs their memory. Tasks wait in the order of arrival.
 */
export class DecodingPool {
  readonly #options: PoolOptions
  readonly #seats = new Set<Seat>()
  readonly #waiting = new Set<Ticket>()
  #place: Promise<Place> | undefined
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs one task in a process of its program. A task whose process died is not retried. */
  async run(program: DecodingProgram, request: DecodingRequest, signal?: AbortSignal): Promise<Reply> {
    const place = await (this.#place ??= findPlace(this.#options.level))
    const seat = await this.#seatFor(place, { program, request }, signal)
    if (seat === null) return { ok: false, reason: 'aborted' }
    const { head, body } = request
    const reply = await seat.process.run(head, body, program.endsOnAbort ? signal : undefined)
    if (!reply.ok && reply.reason !== 'aborted')
      this.#options.onFailure?.(program.name, reply.reason, seat.process.complaint())
    this.#giveBack(seat, reply.ok)
    return reply
  }

  /** The current processes and their memory. */
  use(): { readonly processes: number; readonly memoryMb: number } {
    const usages = [...this.#seats].map((seat) => processUsage(seat.process.pid).memoryMb)
    return { processes: this.#seats.size, memoryMb: usages.reduce((sum, memoryMb) => sum + memoryMb, 0) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { resolve } of this.#waiting) resolve(null)
    this.#waiting.clear()
    const ended = [...this.#seats].map((seat) => seat.process.ended)
    for (const seat of this.#seats) this.#end(seat)
    await Promise.all(ended)
    if (this.#place) await rm((await this.#place).folder, { recursive: true, force: true })
  }

  async #seatFor(
    place: Place,
    { program, request }: Pick<Ticket, 'program' | 'request'>,
    signal: AbortSignal | undefined,
  ): Promise<Seat | null> {
    if (this.#isClosed || signal?.aborted) return null
    const seat = this.#waiting.size === 0 ? this.#trySeat(place, program, request) : null
    if (seat) return seat
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.delete(ticket)
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
      this.#waiting.add(ticket)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** Returns an idle process, or a new one if the limits allow it. */
  #trySeat(place: Place, program: DecodingProgram, request: DecodingRequest): Seat | null {
    const own = this.#seatsOf(program)
    const idle = own.find((seat) => seat.isIdle)
    if (idle) {
      idle.isIdle = false
      clearTimeout(idle.idleTimer)
      return idle
    }
    if (own.length >= program.maxProcesses || !this.#makeRoom(program.limits.maxMemoryMb)) return null
    const seat: Seat = { program, process: start(place, program, request), isIdle: false }
    this.#seats.add(seat)
    void seat.process.ended.then(() => this.#end(seat))
    return seat
  }

  /** Ends idle processes until there is enough memory; false when ending all of them is not enough. */
  #makeRoom(neededMb: number): boolean {
    const { maxMemoryMb } = this.#options
    const busy = [...this.#seats].filter((seat) => !seat.isIdle)
    if (reservedMb(busy) + neededMb > maxMemoryMb) return false
    for (const seat of this.#seats) {
      if (reservedMb([...this.#seats]) + neededMb <= maxMemoryMb) break
      if (seat.isIdle) this.#end(seat)
    }
    return true
  }

  #giveBack(seat: Seat, isWell: boolean): void {
    const { program } = seat
    const mayStay = isWell && !this.#isClosed && program.idleMs > 0 && !isWorn(seat)
    if (mayStay && !this.#seatsOf(program).some(({ isIdle }) => isIdle)) {
      seat.isIdle = true
      seat.idleTimer = setTimeout(() => this.#end(seat), program.idleMs).unref()
      void this.#startWaiting()
    } else this.#end(seat)
  }

  #end(seat: Seat): void {
    clearTimeout(seat.idleTimer)
    seat.process.kill()
    if (this.#seats.delete(seat)) void this.#startWaiting()
  }

  /** Starts the oldest waiting task first. Skips only programs whose own processes are all busy. */
  async #startWaiting(): Promise<void> {
    if (!this.#place || this.#waiting.size === 0) return
    const place = await this.#place
    for (const ticket of this.#waiting) {
      const { program, request, resolve } = ticket
      const seat = this.#trySeat(place, program, request)
      if (seat) {
        this.#waiting.delete(ticket)
        resolve(seat)
      } else if (this.#seatsOf(program).length < program.maxProcesses) return
    }
  }

  #seatsOf(program: DecodingProgram): Seat[] {
    return [...this.#seats].filter((seat) => seat.program === program)
  }
}

/** The confinement of new processes. */
interface Place {
  readonly level: ConfinementLevel
  /** An empty folder: the working directory, and the mount point of the new root. */
  readonly folder: string
}

async function findPlace(level: () => Promise<ConfinementLevel>): Promise<Place> {
  return { level: await level(), folder: await makeTempFolder('decoder') }
}

function start(
  { level, folder }: Place,
  program: DecodingProgram,
  request: DecodingRequest,
): DecodingProcess {
  const { entry, folders, maxHeapMb, limits } = program
  const command = confinedCommand(
    level,
    {
      entry,
      folders,
      maxHeapMb,
      maxDataMb: DATA_RESERVE_MB + limits.maxMemoryMb,
      maxCpuSeconds: 2 * MAX_TASKS_OF_CPU_TIME * limits.maxCpuSeconds,
      isPermissionLimited: true,
    },
    folder,
  )
  return startProcess({ command, cwd: folder, limits, file: request.file })
}

function reservedMb(seats: readonly Seat[]): number {
  return seats.reduce((sum, seat) => sum + seat.program.limits.maxMemoryMb, 0)
}

/** True for a process that still has the memory of a large file, or is close to its limit of processor time. */
function isWorn({ program, process }: Seat): boolean {
  const { memoryMb, cpuSeconds } = processUsage(process.pid)
  return (
    memoryMb > program.maxIdleMemoryMb || cpuSeconds > MAX_TASKS_OF_CPU_TIME * program.limits.maxCpuSeconds
  )
}
