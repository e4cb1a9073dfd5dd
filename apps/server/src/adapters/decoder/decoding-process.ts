import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import os from 'node:os'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Command } from './confinement.ts'
import { processUsage } from './process-usage.ts'
import { createMessageReader, encodeMessage, type Message } from './wire.ts'

/** Why there is no answer. `crashed`: the decoder ended by itself, but not for lack of memory. */
export type DecodingFailure = 'too_large' | 'too_slow' | 'crashed' | 'aborted'
export type Reply =
  | ({ readonly ok: true } & Message)
  | { readonly ok: false; readonly reason: DecodingFailure }

export interface ProcessLimits {
  readonly maxMemoryMb: number
  /** Per task. */
  readonly maxCpuSeconds: number
  readonly maxWallMs: number
  readonly maxReplyBytes: number
  /** The nice value: requests of people have priority. */
  readonly niceness: number
}

interface StartOptions {
  readonly command: Command
  readonly cwd: string
  readonly limits: ProcessLimits
  /** Descriptor of an open file that the process reads as its descriptor 4. */
  readonly file?: number | undefined
}

export type DecodingProcess = ReturnType<typeof startProcess>

const USAGE_CHECK_MS = 40
/** Models take seconds to load, longer on a busy machine. */
const MAX_START_MS = 60_000
const MAX_COMPLAINT_LENGTH = 2_000

/** Starts a decoding process, which accepts its first task immediately. */
export function startProcess({ command, cwd, limits, file }: StartOptions) {
  const child = spawn(command.file, [...command.args], {
    cwd,
    env: { ...command.env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...(file === undefined ? [] : [file])],
    // A process group of its own, so that its children end with it.
    detached: true,
  })
  lowerPriority(child.pid, limits.niceness)
  const channel = channelOf(child)
  const complaint = collectComplaint(child.stderr)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const failure = crashOf(ended, child.stderr, complaint)
  const nextMessage = messagesFrom(channel, limits.maxReplyBytes)
  const kill = (): void => {
    child.ref()
    endGroup(child.pid)
  }
  // The first message only reports the start.
  const started = expectReply({ nextMessage, failure, maxWallMs: MAX_START_MS })
  let isRunning = false
  const keepAlive = (isNeeded: boolean): void => {
    isRunning = isNeeded
    for (const handle of [child, channel]) {
      if (isNeeded) handle.ref()
      else handle.unref()
    }
  }
  keepAlive(false)
  void ended.then(() => channel.destroy())
  return {
    pid: child.pid ?? 0,
    /** Resolves when the process has ended for any reason. */
    ended,
    kill,
    /** Its standard error, for the log. */
    complaint,
    /** Runs one task. After a failure the process is dead. */
    run: async (head: unknown, body: Uint8Array | undefined, signal?: AbortSignal): Promise<Reply> => {
      if (isRunning) throw new Error('A decoding process takes one task at a time.')
      keepAlive(true)
      const reply = await runTask(
        { child, channel, nextMessage, failure, started, limits },
        { head, body, signal },
      )
      if (!reply.ok) kill()
      keepAlive(false)
      return reply
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly channel: Socket
  readonly nextMessage: NextMessage
  readonly failure: Promise<Reply>
  readonly started: Promise<Reply>
  readonly limits: ProcessLimits
}

interface Task {
  readonly head: unknown
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal | undefined
}

async function runTask(running: Running, { head, body, signal }: Task): Promise<Reply> {
  const { child, channel, nextMessage, failure, limits } = running
  const started = await Promise.race([running.started, aborted(signal)])
  if (!started.ok) return started
  for (const part of encodeMessage(head, body)) channel.write(part)
  const excess = watchUsage(child.pid ?? 0, limits)
  try {
    const reply = expectReply({ nextMessage, failure, maxWallMs: limits.maxWallMs })
    return await Promise.race([reply, excess.found, aborted(signal)])
  } finally {
    excess.stop()
  }
}

function aborted(signal: AbortSignal | undefined): Promise<Reply> {
  return new Promise((resolve) => {
    const answer = (): void => resolve({ ok: false, reason: 'aborted' })
    if (signal?.aborted) answer()
    else signal?.addEventListener('abort', answer, { once: true })
  })
}

/** Checks periodically whether a task exceeds its memory or processor time. */
function watchUsage(pid: number, { maxMemoryMb, maxCpuSeconds }: ProcessLimits) {
  const before = processUsage(pid).cpuSeconds
  let timer: NodeJS.Timeout | undefined
  const found = new Promise<Reply>((resolve) => {
    timer = setInterval(() => {
      const { memoryMb, cpuSeconds } = processUsage(pid)
      if (memoryMb > maxMemoryMb) resolve({ ok: false, reason: 'too_large' })
      else if (cpuSeconds - before > maxCpuSeconds) resolve({ ok: false, reason: 'too_slow' })
    }, USAGE_CHECK_MS)
  })
  return { found, stop: () => clearInterval(timer) }
}

/** Waits for the next message; null when the process broke the limits of a message. */
type NextMessage = () => Promise<Message | null>

function messagesFrom(channel: Socket, maxBytes: number): NextMessage {
  const read = createMessageReader(maxBytes)
  const arrived: (Message | null)[] = []
  let waiting: ((message: Message | null) => void) | undefined
  channel.on('data', (chunk: Buffer) => {
    const messages = read(chunk)
    if (messages === null) channel.pause()
    for (const message of messages ?? [null]) {
      if (waiting) waiting(message)
      else arrived.push(message)
      waiting = undefined
    }
  })
  // The exit of the process is handled elsewhere; a broken pipe only precedes it.
  channel.on('error', () => undefined)
  return () => {
    const message = arrived.shift()
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve) => (waiting = resolve))
  }
}

async function expectReply(
  options: Pick<Running, 'nextMessage' | 'failure'> & { readonly maxWallMs: number },
): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Reply>((resolve) => {
    timer = setTimeout(resolve, options.maxWallMs, { ok: false, reason: 'too_slow' }).unref()
  })
  const reply = options
    .nextMessage()
    .then((message): Reply =>
      message === null ? { ok: false, reason: 'too_large' } : { ok: true, ...message },
    )
  try {
    return await Promise.race([reply, late, options.failure])
  } finally {
    clearTimeout(timer)
  }
}

function channelOf(child: ChildProcess): Socket {
  const channel = child.stdio[3]
  if (!(channel instanceof Socket)) throw new Error('The process has no channel.')
  return channel
}

function collectComplaint(stderr: Readable | null): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-MAX_COMPLAINT_LENGTH)))
  stderr?.on('error', () => undefined)
  return () => text
}

const OUT_OF_MEMORY = /out of memory|bad_alloc|allocation failed/iu

/** The failure of a process that ended. Its last output may arrive after its end. */
async function crashOf(
  ended: Promise<void>,
  stderr: Readable | null,
  complaint: () => string,
): Promise<Reply> {
  await ended
  if (stderr) await finished(stderr).catch(() => undefined)
  return { ok: false, reason: OUT_OF_MEMORY.test(complaint()) ? 'too_large' : 'crashed' }
}

function lowerPriority(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness)
  } catch {
    // The process has already ended.
  }
}

/** Ends a detached process and the programs that it started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
