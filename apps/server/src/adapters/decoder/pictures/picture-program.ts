import sharp, { type Sharp } from 'sharp'
import { type CompositionTask, compositionTask, type PictureTask, pictureTask } from './picture-task.ts'
import { limitSharp, openPicture } from './safe-sharp.ts'
import { type Answer, serve } from '../serve.ts'

/** The program of a decoding process that converts foreign pictures to webp. */
limitSharp()
serve(async ({ head, body }) => {
  if (body.length === 0) return { head: { ok: true, libvips: sharp.versions.vips } }
  const composition = compositionTask.safeParse(head)
  return composition.success ? compose(composition.data, body) : write(pictureTask.parse(head), body)
})

async function write({ width, shape, quality, maxPixels }: PictureTask, bytes: Buffer): Promise<Answer> {
  const opened = await openPicture(bytes, maxPixels)
  if (!opened.ok) return { head: opened }
  const shaped = shape === 'square' ? square(opened.picture, width) : fitted(opened, { width, shape })
  return { head: { ok: true }, body: await shaped.webp({ quality }).toBuffer() }
}

/** A picture that cannot be read leaves its place empty. */
async function compose({ layers, background, ...size }: CompositionTask, body: Buffer): Promise<Answer> {
  const placed = []
  let at = 0
  for (const { bytes, left, top, width, height } of layers) {
    const opened = await openPicture(body.subarray(at, at + bytes))
    at += bytes
    if (!opened.ok) continue
    const { data, info } = await opened.picture
      .resize({ width, height, fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    placed.push({ input: data, raw: info, left, top })
  }
  const canvas = sharp({ create: { ...size, channels: 3, background } }).composite(placed)
  return { head: { ok: true }, body: await canvas.jpeg({ quality: 84 }).toBuffer() }
}

function square(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'cover' })
}

function fitted(
  { picture, width: seenWidth, height: seenHeight }: { picture: Sharp; width: number; height: number },
  { width, shape }: Pick<PictureTask, 'width' | 'shape'>,
): Sharp {
  const height = Math.ceil((seenWidth * 9) / 16)
  if (shape === 'card' && seenHeight > height) {
    const top = Math.floor((seenHeight - height) / 2)
    picture.extract({ left: 0, top, width: seenWidth, height })
  }
  return picture.resize({ width, withoutEnlargement: true })
}
