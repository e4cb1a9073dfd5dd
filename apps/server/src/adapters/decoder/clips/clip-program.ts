import { AV_LOG_QUIET } from 'node-av/constants'
import { getFFmpegInfo, Log } from 'node-av/lib'
import { clipFrames } from './clip-frames.ts'
import { clipSound } from './clip-sound.ts'
import { type ClipTask, clipTask } from './clip-task.ts'
import { limitSharp } from '../pictures/safe-sharp.ts'
import { type Answer, serve } from '../serve.ts'

/** The program of a decoding process, which reads a single clip. */
limitSharp()
Log.setLevel(AV_LOG_QUIET)
serve(async ({ head }) => take(clipTask.parse(head)))

const unreadable: Answer = { head: { ok: false, reason: 'unreadable' } }

async function take(task: ClipTask): Promise<Answer> {
  if (task.take === 'version') return { head: { ok: true, ffmpeg: getFFmpegInfo().version } }
  if (task.take === 'sound') {
    const sound = clipSound(task.container, task.maxSeconds)
    return sound === null ? unreadable : { head: { ok: true }, body: sound }
  }
  const frames = await clipFrames(task.container, task)
  if (frames === null || frames.length === 0) return unreadable
  const sizes = frames.map(({ second, jpeg }) => ({ second, bytes: jpeg.length }))
  return { head: { ok: true, frames: sizes }, body: Buffer.concat(frames.map(({ jpeg }) => jpeg)) }
}
