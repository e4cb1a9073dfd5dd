import type { DecodingConfinement } from '@antojo/contract/admin'
import type { Logger } from 'pino'
import type { Budgets } from '../../core/budgets.ts'
import { createClipReader } from './clips/clip-reader.ts'
import { findConfinement } from './find-confinement.ts'
import { createPictureDecoder } from './pictures/picture-decoder.ts'
import { DecodingPool } from './pool.ts'

/** The state of the decoders for `antojo check` and /admin. */
interface DecoderReport extends DecodingConfinement {
  readonly ffmpeg: string | null
  readonly libvips: string | null
}

/** All decoders of foreign bytes. The server's own process never decodes any. */
export type Decoders = ReturnType<typeof createDecoders>

/**
 * The memory of all decoding processes. OCR takes at most 512 MB, an import 448 MB, and one picture 320 MB: a picture
 * fits beside either of them, so that pictures are served during both; OCR and imports take turns. With the server and
 * Postgres the total stays below 1.2 GB.
 */
const MAX_MEMORY_MB = 832

export function createDecoders(budgets: Pick<Budgets, 'run' | 'enter'>, log?: Logger) {
  let found: Promise<DecodingConfinement> | undefined
  const confinement = (): Promise<DecodingConfinement> => (found ??= findConfinement())
  const pool = new DecodingPool({
    level: async () => (await confinement()).level,
    maxMemoryMb: MAX_MEMORY_MB,
    onFailure: (program, reason, complaint) =>
      log?.warn({ program, reason, complaint }, 'decoding process ended'),
  })
  const pictures = createPictureDecoder(pool, budgets)
  const clips = createClipReader(pool)
  return {
    pool,
    budgets,
    pictures,
    /** Null when there is no packaged FFmpeg for this system. */
    clips,
    /** The confinement of decoding processes, determined once. */
    confinement,
    report: async (): Promise<DecoderReport> => ({
      ...(await confinement()),
      ffmpeg: (await clips?.version()) ?? null,
      libvips: await pictures.version(),
    }),
    close: () => pool.close(),
  }
}
