import { nameKey } from '@antojo/domain/text'
import { distance } from 'fastest-levenshtein'
import type { ScreenLine } from '../port.ts'

const SAME_LINE = 0.25

/**
 * The same caption stands in many frames, read a little differently each time: lines that differ in at most a quarter
 * of their characters become one, with its first second and its surest reading.
 */
export function mergeLines(lines: readonly ScreenLine[]): ScreenLine[] {
  const merged: { key: string; line: ScreenLine }[] = []
  for (const line of lines.toSorted((a, b) => a.second - b.second)) {
    const key = nameKey(line.text)
    if (key === '') continue
    const known = merged.find((other) => isSame(other.key, key))
    if (known === undefined) merged.push({ key, line })
    else if (line.confidence > known.line.confidence) known.line = { ...line, second: known.line.second }
  }
  return merged.map(({ line }) => line)
}

function isSame(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length)
  const length = Math.abs(a.length - b.length)
  return length <= longest * SAME_LINE && distance(a, b) <= longest * SAME_LINE && numbers(a) === numbers(b)
}

/** "calle 12" and "calle 14" are two addresses, not two readings of one. */
function numbers(key: string): string {
  return key.replace(/\D+/g, ' ').trim()
}
