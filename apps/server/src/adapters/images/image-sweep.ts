import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a copy is worth. `saved`: a saved video's picture, which its platform may not have any more. `smaller`: made from
 * such a one, and can be made again. `passing`: seen by somebody, saved by nobody.
 */
export type CopyKind = 'saved' | 'smaller' | 'passing'

/** Bytes by kind. */
export type Usage = Record<CopyKind, number>

/** Pictures that nobody saved take this part of the room at most. */
const MAX_PASSING_SHARE = 0.25
/** A sweep goes on below the limit, so that the next one is not due at once. */
const SWEEP_TARGET = 0.9
/** Disks give out their room in blocks. */
const BLOCK_BYTES = 4_096
const HOUR_MS = 3_600_000

export function sizeOnDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

export function isOver(usage: Usage, maxBytes: number): boolean {
  return usage.passing > maxBytes * MAX_PASSING_SHARE || total(usage) > maxBytes
}

/**
 * Counts the copies and removes what was not used for the longest time. One file after another, so that requests go on;
 * only sums by hour are held, however many files there are. Returns what is left.
 */
export async function sweep(dir: string, maxBytes: number, now: number): Promise<Usage> {
  const usage: Usage = { saved: 0, smaller: 0, passing: 0 }
  const hours = { saved: new Map<number, number>(), smaller: new Map(), passing: new Map() }
  for await (const { path, kind, bytes, hour } of filesIn(dir)) {
    if (kind === null) {
      // A draft that a crash left.
      if (hour < Math.floor(now / HOUR_MS) - 1) await rm(path, { force: true })
      continue
    }
    usage[kind] += bytes
    hours[kind].set(hour, (hours[kind].get(hour) ?? 0) + bytes)
  }
  if (!isOver(usage, maxBytes)) return usage
  const bytesToRemove = planOf(usage, maxBytes)
  const plan = {
    saved: cutOf(hours.saved, bytesToRemove.saved),
    smaller: cutOf(hours.smaller, bytesToRemove.smaller),
    passing: cutOf(hours.passing, bytesToRemove.passing),
  }
  for await (const { path, kind, bytes, hour } of filesIn(dir)) {
    if (kind === null || !isCut(plan[kind], hour, bytes)) continue
    await rm(path, { force: true })
    usage[kind] -= bytes
  }
  return usage
}

/** First what nobody saved, beyond its share; then what can be made again; a saved video's picture comes last. */
function planOf(usage: Usage, maxBytes: number): Usage {
  const isCrowded = usage.passing > maxBytes * MAX_PASSING_SHARE
  const passing = isCrowded ? usage.passing - maxBytes * MAX_PASSING_SHARE * SWEEP_TARGET : 0
  const left = total(usage) - passing
  const more = left > maxBytes ? left - maxBytes * SWEEP_TARGET : 0
  const smaller = Math.min(more, usage.smaller)
  return { passing, smaller, saved: more - smaller }
}

/** Everything last used before the hour goes, and so many bytes of that hour. */
interface Cut {
  readonly hour: number
  bytesLeft: number
}

function cutOf(hours: ReadonlyMap<number, number>, bytes: number): Cut {
  let bytesLeft = bytes
  for (const [hour, used] of [...hours].toSorted(([a], [b]) => a - b)) {
    if (used >= bytesLeft) return { hour, bytesLeft }
    bytesLeft -= used
  }
  return { hour: Number.POSITIVE_INFINITY, bytesLeft: 0 }
}

function isCut(cut: Cut, hour: number, bytes: number): boolean {
  if (hour !== cut.hour) return hour < cut.hour
  if (cut.bytesLeft <= 0) return false
  cut.bytesLeft -= bytes
  return true
}

function total({ saved, smaller, passing }: Usage): number {
  return saved + smaller + passing
}

interface StoredFile {
  readonly path: string
  /** Null for drafts. */
  readonly kind: CopyKind | null
  readonly bytes: number
  /** Of the last use, since 1970. */
  readonly hour: number
}

async function* filesIn(dir: string, isPassing = false): AsyncGenerator<StoredFile> {
  const entries = await opendir(dir).catch(() => null)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* filesIn(path, isPassing || entry.name === 'passing')
    const found = entry.isFile() ? await stat(path).catch(() => null) : null
    if (found) {
      const hour = Math.floor(found.mtimeMs / HOUR_MS)
      yield { path, kind: kindOf(entry.name, isPassing), bytes: sizeOnDisk(found.size), hour }
    }
  }
}

function kindOf(name: string, isPassing: boolean): CopyKind | null {
  if (!name.endsWith('.webp')) return null
  if (isPassing) return 'passing'
  return name.endsWith('-1200.webp') ? 'saved' : 'smaller'
}
