import { parseError } from '../api-error.ts'

/** A cursor over one query parameter; every failure names the parameter and the column. */
export class Scanner {
  readonly text: string
  readonly what: string
  position = 0

  constructor(text: string, what: string) {
    this.text = text
    this.what = what
  }

  get done(): boolean {
    return this.position >= this.text.length
  }

  peek(ahead = 0): string {
    return this.text[this.position + ahead] ?? ''
  }

  startsWith(part: string): boolean {
    return this.text.startsWith(part, this.position)
  }

  /** Consumes `part` if it is next. */
  take(part: string): boolean {
    if (!this.startsWith(part)) return false
    this.position += part.length
    return true
  }

  expect(part: string): void {
    if (!this.take(part)) this.fail(`expecting "${part}"`)
  }

  skipSpaces(): void {
    while (this.peek() === ' ') this.position += 1
  }

  /** Consumes the longest run of characters for which `accept` holds. */
  takeWhile(accept: (character: string) => boolean): string {
    const start = this.position
    while (!this.done && accept(this.peek())) this.position += 1
    return this.text.slice(start, this.position)
  }

  /** Consumes a match of a sticky expression. */
  takeMatch(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position
    const match = pattern.exec(this.text)
    if (match) this.position = pattern.lastIndex
    return match
  }

  /** `"…"` with `\"` and `\\` escapes; the opening quote is next. */
  quoted(): string {
    this.expect('"')
    let value = ''
    for (;;) {
      if (this.done) this.fail('expecting "\\"" at the end of a quoted value')
      const character = this.peek()
      this.position += 1
      if (character === '"') return value
      if (character === '\\') {
        if (this.done) this.fail('expecting a character after "\\"')
        value += this.peek()
        this.position += 1
      } else value += character
    }
  }

  fail(expectation: string): never {
    const next = this.text.codePointAt(this.position)
    const found =
      next === undefined
        ? 'unexpected end of input'
        : `unexpected ${JSON.stringify(String.fromCodePoint(next))}`
    throw parseError(this.what, this.text, this.position + 1, `${found} ${expectation}`)
  }
}
