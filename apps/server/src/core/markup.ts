/** HTML or XML text that is escaped already. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | null | readonly (string | Markup)[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that XML 1.0 forbids, and controls that reverse the direction of the text after them. */
const FORBIDDEN = /[[\p{Cc}--[\t\n\r]]\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gv

/** A template of HTML or XML: every value is escaped unless it is markup itself. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.map((part, at) => part + (at < values.length ? textOf(values[at] ?? null) : '')).join(''),
  )
}

function textOf(value: Value): string {
  if (value === null) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string' || typeof value === 'number') return asHtml(String(value))
  return value.map(textOf).join('')
}

/** Escaped text; as a value of `markup`, for elements whose content readers render as HTML, which unescape it twice. */
export function asHtml(text: string): string {
  return readable(text).replace(/[&<>"']/gu, (character) => ESCAPES[character] ?? character)
}

/** Removes lone surrogates, control characters and direction marks. */
export function readable(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '')
}

/**
 * Text for an element that some readers render as HTML and others as plain text: no bracket can open an element in it.
 */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}
