import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  type FFAudioEncoder,
  type FFVideoEncoder,
} from 'node-av/constants'
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  SoftwareScaleContext,
  type Stream,
} from 'node-av/lib'
import sharp from 'sharp'

/** A picture in any format that sharp reads, and its duration. */
export interface Scene {
  readonly picture: Buffer
  readonly seconds: number
}

interface ClipOptions {
  readonly scenes?: readonly Scene[]
  /** Width and height are even numbers, because most codecs accept nothing else. */
  readonly width?: number
  readonly height?: number
  readonly framesPerSecond?: number
  readonly videoCodec?: FFVideoEncoder
  /** True for a clip that is marked as rotated by 90°, like those of phones. */
  readonly isTurned?: boolean
  /** The duration of the tone. */
  readonly toneSeconds?: number
  readonly audioCodec?: FFAudioEncoder
  readonly container?: 'mp4' | 'mov' | 'webm' | 'matroska' | 'ogg' | 'mp3' | 'wav'
}

const SAMPLE_RATE = 48_000

/** Encodes a clip of still pictures and a tone. */
export async function encodeClip(options: ClipOptions): Promise<Buffer> {
  Log.setLevel(AV_LOG_ERROR)
  const folder = await mkdtemp(join(tmpdir(), 'antojo-clip-'))
  const path = join(folder, 'clip')
  try {
    await writeClip(path, options)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeClip(path: string, options: ClipOptions): Promise<void> {
  const output = new FormatContext()
  check(output.allocOutputContext2(null, options.container ?? 'mp4', path))
  const tracks = [
    ...(options.scenes ? [videoTrack(output, options)] : []),
    ...(options.toneSeconds === undefined ? [] : [audioTrack(output, options)]),
  ]
  check(output.openOutputSync())
  check(output.writeHeaderSync())
  for (const { stream, encoder, frames } of tracks) {
    for await (const frame of frames()) {
      check(encoder.sendFrameSync(frame))
      frame.free()
      writePackets(output, stream, encoder)
    }
    check(encoder.sendFrameSync(null))
    writePackets(output, stream, encoder)
  }
  check(output.writeTrailerSync())
  output.closeOutputSync()
}

interface Track {
  readonly stream: Stream
  readonly encoder: CodecContext
  readonly frames: () => AsyncGenerator<Frame>
}

function videoTrack(output: FormatContext, options: ClipOptions): Track {
  const { scenes = [], width = 320, height = 568, framesPerSecond = 10 } = options
  const codec = Codec.findEncoderByName(options.videoCodec ?? FF_ENCODER_LIBX264)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.width = width
  encoder.height = height
  encoder.pixelFormat = AV_PIX_FMT_YUV420P
  encoder.timeBase = new Rational(1, framesPerSecond)
  const stream = openTrack(output, encoder, codec)
  if (options.isTurned) check(stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, quarterTurn()))
  return {
    encoder,
    stream,
    frames: async function* () {
      let shown = 0n
      for (const { picture, seconds } of scenes) {
        const rgb = await sharp(picture).removeAlpha().resize(width, height, { fit: 'fill' }).raw().toBuffer()
        for (let i = 0; i < seconds * framesPerSecond; i += 1) {
          yield yuvFrame(rgb, { width, height, pts: shown })
          shown += 1n
        }
      }
    },
  }
}

function audioTrack(
  output: FormatContext,
  { toneSeconds = 0, audioCodec = FF_ENCODER_AAC }: ClipOptions,
): Track {
  const codec = Codec.findEncoderByName(audioCodec)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = SAMPLE_RATE
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO
  encoder.timeBase = new Rational(1, SAMPLE_RATE)
  return {
    encoder,
    stream: openTrack(output, encoder, codec),
    frames: async function* () {
      const size = encoder.frameSize || 1_024
      for (let start = 0; start < toneSeconds * SAMPLE_RATE; start += size) yield toneFrame(start, size)
    },
  }
}

/** The display matrix in 16.16 fixed point, its last column in 2.30. */
function quarterTurn(): Buffer {
  const matrix = Buffer.alloc(36)
  matrix.writeInt32LE(65_536, 4)
  matrix.writeInt32LE(-65_536, 12)
  matrix.writeInt32LE(1 << 30, 32)
  return matrix
}

function openTrack(output: FormatContext, encoder: CodecContext, codec: Codec | null): Stream {
  // Some containers store a codec's headers apart from its packets; the others accept this too.
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(encoder.open2Sync(codec))
  const stream = output.newStream()
  check(stream.codecpar.fromContext(encoder))
  stream.timeBase = encoder.timeBase
  return stream
}

function writePackets(output: FormatContext, stream: Stream, encoder: CodecContext): void {
  const packet = new Packet()
  packet.alloc()
  while (encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = stream.index
    packet.rescaleTs(encoder.timeBase, stream.timeBase)
    check(output.interleavedWriteFrameSync(packet))
  }
  packet.free()
}

function yuvFrame(
  rgb: Buffer,
  { width, height, pts }: { width: number; height: number; pts: bigint },
): Frame {
  const source = Frame.fromVideoBuffer(rgb, { width, height, format: AV_PIX_FMT_RGB24 })
  const target = new Frame()
  target.alloc()
  target.width = width
  target.height = height
  target.format = AV_PIX_FMT_YUV420P
  check(target.getBuffer(0))
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  check(scaler.scaleFrameSync(target, source))
  scaler.freeContext()
  source.free()
  target.pts = pts
  return target
}

/** A part of a tone of 440 Hz. */
function toneFrame(start: number, size: number): Frame {
  const samples = Float32Array.from({ length: size }, (_, i) =>
    Math.sin((2 * Math.PI * 440 * (start + i)) / SAMPLE_RATE),
  )
  const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
    nbSamples: size,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
  })
  frame.pts = BigInt(start)
  return frame
}

function check(result: number): void {
  FFmpegError.throwIfError(result, 'encode a clip')
}
