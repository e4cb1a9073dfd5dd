import { AVERROR_EAGAIN, type AVMediaType } from 'node-av/constants'
import {
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  type Stream,
} from 'node-av/lib'

/** The codecs of phones and platforms; clips with other codecs are not opened. */
const ALLOWED_DECODERS = 'h264,hevc,vp8,vp9,libdav1d,mpeg4,aac,mp3float,opus,libopus,vorbis,pcm_s16le'
/** A 4K frame. */
const MAX_PIXELS = 4096 * 2304
const MAX_STREAMS = 16
/** The file is passed as this open descriptor, because the process cannot open files. */
const CLIP_DESCRIPTOR = 4

/** A decoded frame and its time in the clip; the next frame reuses the object. */
interface DecodedFrame {
  readonly frame: Frame
  readonly seconds: number
}

/**
 * The frames of the clip from the start; damaged packets are skipped. It is opened as the container that its first bytes
 * declare; FFmpeg does not guess, and opens no other file or address that the clip names. Null when no stream is allowed.
 */
export function openClip(container: string, type: AVMediaType): Generator<DecodedFrame> | null {
  const format = InputFormat.findInputFormat(container)
  const clip = new FormatContext()
  const options = Dictionary.fromObject({
    fd: CLIP_DESCRIPTOR,
    protocol_whitelist: 'fd',
    format_whitelist: container,
    codec_whitelist: ALLOWED_DECODERS,
    max_streams: MAX_STREAMS,
  })
  if (format === null || clip.openInputSync('fd:', format, options) < 0) return null
  if (clip.findStreamInfoSync(null) < 0) return null
  const stream = clip.streams[clip.findBestStream(type)]
  const context = stream && openDecoder(stream)
  return stream && context ? decode(clip, stream, context) : null
}

function openDecoder({ codecpar, timeBase }: Stream): CodecContext | null {
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec?.name || !ALLOWED_DECODERS.split(',').includes(codec.name)) return null
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.threadCount = 1
  context.pktTimebase = timeBase
  context.setOption('max_pixels', BigInt(MAX_PIXELS))
  // Skipping the frames that no other frame refers to saves two thirds of the time.
  context.setOption('skip_frame', 'noref')
  return context.open2Sync(codec) < 0 ? null : context
}

function* decode(clip: FormatContext, stream: Stream, context: CodecContext): Generator<DecodedFrame> {
  const packet = new Packet()
  packet.alloc()
  for (;;) {
    const read = clip.readFrameSync(packet)
    if (read === AVERROR_EAGAIN) continue
    if (read < 0) break
    const isOurs = packet.streamIndex === stream.index
    if (isOurs) context.sendPacketSync(packet)
    packet.unref()
    if (isOurs) yield* decoded(stream, context)
  }
  context.sendPacketSync(null)
  yield* decoded(stream, context)
}

function* decoded({ timeBase, startTime }: Stream, context: CodecContext): Generator<DecodedFrame> {
  const frame = new Frame()
  frame.alloc()
  const start = startTime > 0n ? startTime : 0n
  while (context.receiveFrameSync(frame) >= 0) {
    const seconds = (Number(frame.bestEffortTimestamp - start) * timeBase.num) / timeBase.den
    yield { frame, seconds: Math.max(0, seconds) }
    frame.unref()
  }
  frame.free()
}
