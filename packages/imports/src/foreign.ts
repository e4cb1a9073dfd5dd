import { isDeeperThan, MAX_JSON_DEPTH } from '@antojo/domain/foreign/json-depth'
import { tryParseJson } from '@antojo/domain/unknown-values'
import { type ChildNode, DomHandler, type Element } from 'domhandler'
import { type Handler, Parser, type ParserOptions } from 'htmlparser2'
import { repairMarkup } from './repair-markup.ts'

/** Deeper than any export; each level of bookmark folders takes three. */
export const MAX_DEPTH = MAX_JSON_DEPTH

/** A file that is nested deeper than `MAX_DEPTH`. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError'
}

/** The JSON value of a text; undefined when it is none. Throws `TooDeepError`. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new TooDeepError()
  return tryParseJson(text)
}

/** The values of a text that has one in each line, and the lines that are none; undefined for another text. */
export function parseJsonLines(text: string): readonly unknown[] | undefined {
  if (!/^\s*\{.*\}\s*\n/u.test(text)) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first, ...others] = lines.map((line) => parseJson(line) ?? line)
  return typeof first === 'string' ? undefined : [first, ...others]
}

/**
 * Parses HTML or XML without expanding entities of a document type and without loading anything. Throws `TooDeepError`.
 */
export function parseMarkup(
  text: string,
  handler: Pick<Partial<Handler>, 'onopentag' | 'ontext' | 'onclosetag'>,
  options: ParserOptions = {},
): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes, isImplied) => {
        depth += 1
        if (depth > MAX_DEPTH) throw new TooDeepError()
        handler.onopentag?.(name, attributes, isImplied)
      },
      ontext: (piece) => handler.ontext?.(piece),
      onclosetag: (name, isImplied) => {
        depth -= 1
        handler.onclosetag?.(name, isImplied)
      },
    },
    options,
  )
  parser.end(repairMarkup(text, options.xmlMode === true))
}

/**
 * The nodes of an HTML or XML text; `onElement` gets each element when it ends, and may take it out of the tree. Throws
 * `TooDeepError`.
 */
export function parseNodes(
  text: string,
  options: ParserOptions = {},
  onElement?: (element: Element) => void,
): ChildNode[] {
  const document = new DomHandler(null, {}, onElement)
  parseMarkup(text, document, options)
  return document.dom
}

/** The words of a piece of HTML, such as a description on a map. */
export function plainText(html: string): string {
  if (!/[<&]/u.test(html)) return html.trim()
  let words = ''
  let hidden = 0
  parseMarkup(html, {
    onopentag: (name) => {
      if (HIDDEN.test(name)) hidden += 1
      if (BREAK.test(name)) words += '\n'
    },
    ontext: (piece) => {
      if (hidden === 0) words += piece
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) hidden -= 1
    },
  })
  return words.replaceAll(/\n{2,}/gu, '\n').trim()
}

const HIDDEN = /^(?:script|style)$/u
const BREAK = /^(?:br|p|div|li|tr)$/u
