interface MutationOptions {
  /** Equal seeds give equal files. */
  readonly seed: number
  readonly count: number
}

/** Damaged versions of a file: changed bytes, runs of extreme values, moved pieces and truncated ends. */
export function* mutations(whole: Buffer, { seed, count }: MutationOptions): Generator<Buffer> {
  const random = randomFrom(seed)
  for (let i = 0; i < count; i += 1) {
    const damaged = Buffer.from(whole)
    for (let change = 0; change < 1 + random(8); change += 1) damage(damaged, random)
    yield i % 3 === 0 ? damaged.subarray(0, random(damaged.length)) : damaged
  }
}

function damage(bytes: Buffer, random: (below: number) => number): void {
  // Headers matter most, so every second change hits one.
  const at = random(random(2) === 0 ? Math.min(bytes.length, 512) : bytes.length)
  const length = 1 + random(16)
  const kind = random(3)
  if (kind === 0) bytes[at] = random(256)
  else if (kind === 1) bytes.fill(random(2) === 0 ? 0xff : 0, at, Math.min(at + length, bytes.length))
  else bytes.copyWithin(at, random(bytes.length), random(bytes.length))
}

/** Pseudorandom integers below a limit, determined by the seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below)
  }
}
