import sharp from 'sharp'
import { isRight, type Outcome } from '@antojo/identify/eval/tally'

interface Bin {
  readonly from: number
  readonly to: number
  readonly answers: number
  readonly confidence: number
  readonly right: number
}

const BINS = 10

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length

/** First answers by confidence, with the share of right ones. */
export function calibrationBins(outcomes: readonly Outcome[]): Bin[] {
  const answers = outcomes.flatMap(({ post, resolution }) => {
    const first = resolution.places[0]
    return first === undefined ? [] : [{ confidence: first.confidence, right: isRight(first, post) }]
  })
  return Array.from({ length: BINS }, (_, i) => {
    const [from, to] = [i / BINS, (i + 1) / BINS]
    const inside = answers.filter(
      ({ confidence }) => confidence >= from && (confidence < to || i === BINS - 1),
    )
    return {
      from,
      to,
      answers: inside.length,
      confidence: mean(inside.map((a) => a.confidence)),
      right: mean(inside.map((a) => (a.right ? 1 : 0))),
    }
  })
}

const SIZE = 480
const MARGIN = 56
const at = (value: number): number => MARGIN + value * (SIZE - 2 * MARGIN)

/** The calibration plot: a dot for each bin, with its area by the number of answers, and the diagonal of perfect calibration. */
export async function plotCalibration(bins: readonly Bin[], file: string): Promise<void> {
  const maxAnswers = Math.max(1, ...bins.map((bin) => bin.answers))
  const dots = bins
    .filter((bin) => bin.answers > 0)
    .map(
      (bin) =>
        `<circle cx="${at(bin.confidence)}" cy="${SIZE - at(bin.right)}" r="${3 + 13 * Math.sqrt(bin.answers / maxAnswers)}" fill="#c2410c" fill-opacity="0.75"/><text x="${at(bin.confidence)}" y="${SIZE - at(bin.right) - 20}" font-size="11" text-anchor="middle">${bin.answers}</text>`,
    )
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (v) =>
      `<text x="${at(v)}" y="${SIZE - MARGIN + 20}" font-size="12" text-anchor="middle">${v}</text><text x="${MARGIN - 10}" y="${SIZE - at(v) + 4}" font-size="12" text-anchor="end">${v}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" font-family="sans-serif" fill="#1c1917">
<rect width="100%" height="100%" fill="#fff"/><rect x="${MARGIN}" y="${MARGIN}" width="${SIZE - 2 * MARGIN}" height="${SIZE - 2 * MARGIN}" fill="none" stroke="#a8a29e"/>
<line x1="${at(0)}" y1="${SIZE - at(0)}" x2="${at(1)}" y2="${SIZE - at(1)}" stroke="#a8a29e" stroke-dasharray="5 4"/>${ticks.join('')}${dots.join('')}
<text x="${SIZE / 2}" y="${SIZE - 12}" font-size="13" text-anchor="middle">confidence of the first answer</text>
<text x="16" y="${SIZE / 2}" font-size="13" text-anchor="middle" transform="rotate(-90 16 ${SIZE / 2})">share that was right</text></svg>`
  await sharp(Buffer.from(svg)).png().toFile(file)
}
