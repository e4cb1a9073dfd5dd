import { rm } from 'node:fs/promises'
import { makeTempFolder } from '../media/temp-folders.ts'
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
  /** Threads of JavaScript, the main one included; 1 when absent. */
  readonly threads?: number
  readonly limits: ProcessLimits
  readonly maxProcesses: number
  /** Milliseconds for which a process waits for its next task; 0 for a fresh process for each. */
  readonly idleMs: number
  /** An idle process that holds more is ended, so that a large file does not keep memory. */
  readonly maxIdleMemoryMb: number
  /** Whether a task that nobody waits for any more is ended. Not where starting again costs more than the task. */
  readonly endsOnAbort: boolean
}

interface DecodingRequest {
  readonly head: unknown
  readonly body?: Uint8Array
  /** Descriptor of an open file; only where each task has a fresh process. */
  readonly file?: number
}

export interface PoolOptions {
  readonly level: () => Promise<ConfinementLevel>
  /** What all processes together may hold, idle ones included. */
  readonly maxMemoryMb: number
  /** Called for each process that did not end by our will. */
  readonly onFailure?: (program: string, reason: string, complaint: string) => void
}

/** What V8 reserves of the data segment for each thread of JavaScript, mostly without using it. */
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
export class DecodingPool {
  readonly #options: PoolOptions
  readonly #seats = new Set<Seat>()
  readonly #waiting = new Set<Ticket>()
  #place: Promise<Place> | undefined
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** One task in a process of its program. A task whose process died is not tried again. */
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

  /** Processes at this moment and the memory that they hold. */
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

  /** An idle process or a new one, when the limits leave room for it. */
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

  /** Ends idle processes until so much fits; false when even without them it does not. */
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

  /** Whoever waits longest comes first. Only a program whose own processes are all busy is passed over. */
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

/** Where processes run. */
interface Place {
  readonly level: ConfinementLevel
  /** An empty folder: their working directory, and where their own root is put together. */
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
  const { entry, folders, maxHeapMb, threads = 1, limits } = program
  const command = confinedCommand(
    level,
    {
      entry,
      folders,
      maxHeapMb,
      maxDataMb: threads * dataReserveMb + limits.maxMemoryMb,
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
