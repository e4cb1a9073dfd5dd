import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { nameKey } from '@antojo/domain/text'
import type { ScreenLine } from './port.ts'

/** Share of the characters in which two readings of one caption may differ. */
const MAX_DIFFERENCE = 0.25

/**
 * Merges the readings of a caption over many frames, which differ a little: similar lines become one, with its first
 * second and the reading of the highest confidence. Runs outside the decoding process, which cannot read our packages.
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
  const maxEdits = Math.floor(Math.max(a.length, b.length) * MAX_DIFFERENCE)
  return editDistance(a, b, maxEdits) <= maxEdits && numbers(a) === numbers(b)
}

/** "calle 12" and "calle 14" are two addresses, not two readings of one. */
function numbers(key: string): string {
  return key.replace(/\D+/g, ' ').trim()
}
