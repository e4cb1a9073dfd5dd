import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The value of a copy. `saved`: the picture of a saved video, which its platform may have deleted. `smaller`: made from a
 * saved one, and can be made again. `passing`: viewed, but not saved.
 */
export type CopyKind = 'saved' | 'smaller' | 'passing'

/** Bytes by kind. */
export type Usage = Record<CopyKind, number>

/** The share of the space for pictures that nobody saved. */
const MAX_PASSING_SHARE = 0.25
/** A sweep removes more than necessary, so that the next one is not due immediately. */
const SWEEP_TARGET = 0.9
/** Disks allocate whole blocks. */
const BLOCK_BYTES = 4_096
const HOUR_MS = 3_600_000

export function sizeOnDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

export function isOver(usage: Usage, maxBytes: number): boolean {
  return usage.passing > maxBytes * MAX_PASSING_SHARE || total(usage) > maxBytes
}

/**
 * Counts the copies and removes the least recently used. Handles one file at a time, so that requests continue, and
 * keeps only sums by hour in memory. Returns the remaining usage.
 */
export async function sweep(dir: string, maxBytes: number, now: number): Promise<Usage> {
  const usage: Usage = { saved: 0, smaller: 0, passing: 0 }
  const hours = { saved: new Map<number, number>(), smaller: new Map(), passing: new Map() }
  for await (const { path, kind, bytes, hour } of filesIn(dir)) {
    if (kind === null) {
      // A draft from before a crash.
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

/** Removes passing pictures beyond their share first, then smaller copies, and pictures of saved videos last. */
function planOf(usage: Usage, maxBytes: number): Usage {
  const isCrowded = usage.passing > maxBytes * MAX_PASSING_SHARE
  const passing = isCrowded ? usage.passing - maxBytes * MAX_PASSING_SHARE * SWEEP_TARGET : 0
  const left = total(usage) - passing
  const more = left > maxBytes ? left - maxBytes * SWEEP_TARGET : 0
  const smaller = Math.min(more, usage.smaller)
  return { passing, smaller, saved: more - smaller }
}

/** Copies last used before the hour are removed, and this many bytes of that hour. */
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
  /** Hour of the last use, since 1970. */
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
