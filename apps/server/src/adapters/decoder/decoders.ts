import type { Logger } from 'pino'
import type { Budgets } from '../../core/budgets.ts'
import { type ClipReader, createClipReader } from './clips/clip-reader.ts'
import { type Confinement, findConfinement } from './find-confinement.ts'
import { createPictureDecoder, type PictureDecoder } from './pictures/picture-decoder.ts'
import { DecodingPool } from './pool.ts'

/** What decodes foreign bytes, as `antojo check` and /admin show it. */
interface DecoderReport extends Confinement {
  readonly ffmpeg: string | null
  readonly libvips: string | null
}

/** Everything that decodes foreign bytes. The server's own process never does. */
export interface Decoders {
  readonly pool: DecodingPool
  readonly budgets: Pick<Budgets, 'run' | 'enter'>
  readonly pictures: PictureDecoder
  /** Null where no FFmpeg is carried for this system. */
  readonly clips: ClipReader | null
  /** How decoding processes are confined here; found once. */
  confinement(): Promise<Confinement>
  report(): Promise<DecoderReport>
  close(): Promise<void>
}

/**
 * All decoding processes together. Reading text takes 512 MB at most and one picture 320 MB: both fit at once, so that
 * pictures are shown while a clip is read. With the server and Postgres this stays below 1.2 GB.
 */
const maxMemoryMb = 832

export function createDecoders(budgets: Pick<Budgets, 'run' | 'enter'>, log?: Logger): Decoders {
  let found: Promise<Confinement> | undefined
  const confinement = (): Promise<Confinement> => (found ??= findConfinement())
  const pool = new DecodingPool({
    level: async () => (await confinement()).level,
    maxMemoryMb,
    onFailure: (program, reason, complaint) =>
      log?.warn({ program, reason, complaint }, 'decoding process ended'),
  })
  const pictures = createPictureDecoder(pool, budgets)
  const clips = createClipReader(pool)
  return {
    pool,
    budgets,
    pictures,
    clips,
    confinement,
    report: async () => ({
      ...(await confinement()),
      ffmpeg: (await clips?.version()) ?? null,
      libvips: await pictures.version(),
    }),
    close: () => pool.close(),
  }
}
