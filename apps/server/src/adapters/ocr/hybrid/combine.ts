import type { ReadText } from './ctc.ts'

const SURE_TESSERACT = 0.8
const UNSURE_PADDLE = 0.75

/**
 * One reading of a line from two readers. Paddle finds the letters, Tesseract knows the accents: where both read the
 * same number of characters, Paddle's stand but for accents and for digits inside words, which it takes for letters.
 */
export function combineReadings(paddle: ReadText, tesseract: ReadText): ReadText {
  if (tesseract.confidence < SURE_TESSERACT) return paddle
  const ours = Array.from(paddle.text)
  const theirs = Array.from(tesseract.text)
  if (ours.length !== theirs.length) return paddle.confidence < UNSURE_PADDLE ? tesseract : paddle
  const text = ours.map((character, at) => pick(character, theirs[at] ?? character, ours, at)).join('')
  return { text, confidence: Math.max(paddle.confidence, tesseract.confidence) }
}

function pick(paddle: string, tesseract: string, line: readonly string[], at: number): string {
  if (paddle === tesseract) return paddle
  if (base(paddle) === base(tesseract)) return isAccented(tesseract) ? tesseract : paddle
  const insideWord = isLetter(line[at - 1]) && (isLetter(line[at + 1]) || !isDigit(line[at + 1]))
  if (isDigit(paddle) && isLetter(tesseract) && insideWord) return tesseract
  if (tesseract === '¡' || tesseract === '¿') return tesseract
  return paddle
}

function base(character: string): string {
  return character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function isAccented(character: string): boolean {
  return character.normalize('NFD').length > 1
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character)
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/u.test(character)
}
