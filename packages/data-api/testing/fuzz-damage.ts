import { hostile } from './fuzz-words.ts'

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const SYNTAX = ['(', ')', ',', '.', '"', '!', ':', '*', '-', '>', '&', '=', '\\', ...hostile]
const BROKEN = ['%', '%00', '%ff', '&', '=', '(', '"']

/** Drops, doubles, replaces and inserts characters after the mount point. */
export function damage(url: string, random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '('
  const start = '/rest/v1/'.length
  let text = url
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const at = start + Math.floor(random() * (text.length - start))
    const rest = text.slice(at)
    const kind = Math.floor(random() * 4)
    const changed =
      kind === 0
        ? rest.slice(1)
        : kind === 1
          ? encode(pick(SYNTAX)) + rest
          : kind === 2
            ? rest.slice(0, 6) + rest
            : pick(BROKEN) + rest.slice(1)
    text = text.slice(0, at) + changed
  }
  return text
}
