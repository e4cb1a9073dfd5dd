/** The samples of a 16 kHz mono WAV, −1 … 1. */
export function samplesOf(wav: Buffer): Float32Array {
  const start = wav.indexOf('data', 12, 'latin1') + 8
  const samples = new Float32Array(Math.floor((wav.length - start) / 2))
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(start + i * 2) / 32_768
  return samples
}

interface Chunk {
  readonly second: number
  readonly samples: Float32Array
}

export const SAMPLE_RATE = 16_000
const WINDOW = SAMPLE_RATE / 20
const MAX_CHUNK_SECONDS = 12
const MIN_CHUNK_SECONDS = 6
const MIN_LOUDNESS = 0.006

/** Cuts sound into chunks of 6 to 12 s at the quietest moments, and leaves out silent chunks. */
export function cutAtPauses(samples: Float32Array): Chunk[] {
  const chunks: Chunk[] = []
  for (let start = 0; start < samples.length;) {
    const end =
      samples.length - start <= MAX_CHUNK_SECONDS * SAMPLE_RATE ? samples.length : quietest(samples, start)
    const piece = samples.subarray(start, end)
    if (loudness(piece) >= MIN_LOUDNESS)
      chunks.push({ second: Math.floor(start / SAMPLE_RATE), samples: piece })
    start = end
  }
  return chunks
}

function quietest(samples: Float32Array, start: number): number {
  let best = start + MAX_CHUNK_SECONDS * SAMPLE_RATE
  let least = Number.POSITIVE_INFINITY
  for (
    let at = start + MIN_CHUNK_SECONDS * SAMPLE_RATE;
    at < start + MAX_CHUNK_SECONDS * SAMPLE_RATE;
    at += WINDOW
  ) {
    const level = loudness(samples.subarray(at, at + WINDOW))
    if (level < least) {
      least = level
      best = at + WINDOW / 2
    }
  }
  return best
}

/** Root mean square. */
function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length))
}
