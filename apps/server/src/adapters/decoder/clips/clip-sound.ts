import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { Frame, SoftwareResampleContext } from 'node-av/lib'
import { openClip } from './open-clip.ts'
import { BYTES_PER_SAMPLE, SAMPLE_RATE, wavOf } from './wav.ts'

/** The sound of a clip's first seconds as 16 kHz mono WAV; null when it has none or cannot be read. */
export function clipSound(container: string, maxSeconds: number): Buffer | null {
  const clip = openClip(container, AVMEDIA_TYPE_AUDIO)
  if (clip === null) return null
  const maxBytes = Math.round(maxSeconds * SAMPLE_RATE) * BYTES_PER_SAMPLE
  const pieces: Buffer[] = []
  let held = 0
  const resampler = new SoftwareResampleContext()
  resampler.alloc()
  for (const { frame } of clip) {
    const samples = resampled(resampler, frame)
    pieces.push(samples)
    held += samples.length
    if (held >= maxBytes) break
  }
  return held === 0 ? null : wavOf(Buffer.concat(pieces).subarray(0, maxBytes))
}

/** Converts the frame's sound; empty when that fails. */
function resampled(resampler: SoftwareResampleContext, frame: Frame): Buffer {
  const target = new Frame()
  target.alloc()
  target.sampleRate = SAMPLE_RATE
  target.channelLayout = AV_CHANNEL_LAYOUT_MONO
  target.format = AV_SAMPLE_FMT_S16
  try {
    let result = resampler.convertFrame(target, frame)
    if (result < 0) {
      // The format of the sound changed within the clip.
      resampler.close()
      resampler.alloc()
      result = resampler.convertFrame(target, frame)
    }
    const [samples] = target.data ?? []
    return result < 0 || !samples
      ? Buffer.alloc(0)
      : Buffer.from(samples.subarray(0, target.nbSamples * BYTES_PER_SAMPLE))
  } finally {
    target.free()
  }
}
