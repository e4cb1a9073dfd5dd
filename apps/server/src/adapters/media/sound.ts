import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Ffmpeg } from './ffmpeg.ts'
import type { MediaFile } from './port.ts'
import { makeTempFolder } from './temp-folders.ts'

const WAV_HEADER_BYTES = 44

/** The first `maxSeconds` of a clip's sound as 16 kHz mono WAV; null when it has none or cannot be read. */
export async function extractSound(
  ffmpeg: Ffmpeg,
  file: MediaFile,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const folder = await makeTempFolder('sound')
  const wav = path.join(folder, 'sound.wav')
  try {
    const output = ['-vn', '-ac', '1', '-ar', '16000', '-t', String(maxSeconds), '-f', 'wav', wav]
    if (!(await ffmpeg(file.path, output, signal))) return null
    const sound = await readFile(wav)
    return sound.length > WAV_HEADER_BYTES ? sound : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
