import type { ReadText } from './ctc.ts'

const MIN_TESSERACT_CONFIDENCE = 0.8
const MIN_PADDLE_CONFIDENCE = 0.75

/**
 * Combines two readings of one line. Paddle is better at letters, Tesseract at accents: when both read the same number
 * of characters, Tesseract supplies the accents, the opening marks, and the letters that Paddle read as digits.
 */
export function combineReadings(paddle: ReadText, tesseract: ReadText): ReadText {
  if (tesseract.confidence < MIN_TESSERACT_CONFIDENCE) return paddle
  const ours = Array.from(paddle.text)
  const theirs = Array.from(tesseract.text)
  if (ours.length !== theirs.length) return paddle.confidence < MIN_PADDLE_CONFIDENCE ? tesseract : paddle
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
