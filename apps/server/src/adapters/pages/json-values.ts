import { tryParseJson } from '@antojo/domain/unknown-values'

/** The most values that are examined in one page: more than any platform's page has. */
const MAX_VALUES = 400_000
/** The parser takes sixty bytes for each open bracket: a page of 5 MB of them would take 300 MB. */
const MAX_DEPTH = 200_000

type JsonObject = Readonly<Record<string, unknown>>

/**
 * The JSON value that begins at the first bracket or brace of the text; undefined when there is none. Code may follow
 * it, and its end may be missing: then its complete part is the value.
 */
export function parseFirstJson(text: string): unknown {
  const start = text.search(/[[{]/u)
  return start < 0 ? undefined : tryParseJson(completeJson(text, start))
}

/**
 * The text of one value: up to its end, or up to its last complete part, with the brackets that are still open closed.
 */
function completeJson(text: string, start: number): string {
  const closers: string[] = []
  let complete = start
  let depthThere = 0
  const marks = /["[\]{},]/gu
  marks.lastIndex = start
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (mark === '"') {
      const end = endOfString(text, found.index)
      if (end === null) break
      marks.lastIndex = end
    } else if (mark === '{') closers.push('}')
    else if (mark === '[') closers.push(']')
    else {
      if (mark !== ',') closers.pop()
      if (closers.length === 0) return text.slice(start, found.index + 1)
      complete = mark === ',' ? found.index : found.index + 1
      depthThere = closers.length
    }
    if (closers.length > MAX_DEPTH) break
  }
  return text.slice(start, complete) + closers.slice(0, depthThere).toReversed().join('')
}

/** The position after the string that begins at `start`; null when it does not end. */
function endOfString(text: string, start: number): number | null {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return null
}

/** Every object with the key, at any depth of a value; outer ones first, in the order of the text. */
export function* objectsWith(value: unknown, key: string): Generator<JsonObject> {
  const open: unknown[] = [value]
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const next = open.pop()
    if (!isObject(next)) continue
    if (Object.hasOwn(next, key)) yield next
    const inner = Object.values(next)
    for (let index = inner.length - 1; index >= 0; index -= 1) open.push(inner[index])
  }
}

/** A part of the JSON, and its texts and id. */
interface Part {
  /** Nested parts that were not examined yet. */
  readonly inner: unknown[]
  isOfPost: boolean
  readonly texts: Set<string>
}

/**
 * The only text of the smallest part that also contains the post's id; null when no part has both, or when that part
 * has several texts. Facebook stores a post's id and its words in different branches.
 */
export function textBeside(
  value: unknown,
  id: string,
  textOf: (part: JsonObject) => string | null,
): string | null {
  if (!isObject(value)) return null
  const open = [partOf(value, textOf)]
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const part = open.at(-1)
    if (part === undefined) return null
    if (part.inner.length === 0) {
      open.pop()
      if (part.isOfPost && part.texts.size > 0)
        return part.texts.size === 1 ? ([...part.texts][0] ?? null) : null
      const outer = open.at(-1)
      if (outer === undefined) return null
      outer.isOfPost ||= part.isOfPost
      for (const text of part.texts) if (outer.texts.size < 2) outer.texts.add(text)
      continue
    }
    const next = part.inner.pop()
    if (next === id) part.isOfPost = true
    else if (isObject(next)) open.push(partOf(next, textOf))
  }
  return null
}

function partOf(value: JsonObject, textOf: (part: JsonObject) => string | null): Part {
  const text = textOf(value)
  return { inner: Object.values(value), isOfPost: false, texts: new Set(text === null ? [] : [text]) }
}

/** True for arrays as well: their indices are their keys. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}
