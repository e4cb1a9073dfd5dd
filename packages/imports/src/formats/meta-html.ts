import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { parseNodes } from '../foreign.ts'

/** A record of an export of Meta, as JSON or HTML: its rows, and groups of rows in it. */
export interface Box {
  heading: string | null
  savedAt: Date | null
  readonly facts: { readonly text: string; readonly href: string | null }[]
  readonly groups: Box[]
}

export function newBox(): Box {
  return { heading: null, savedAt: null, facts: [], groups: [] }
}

/** The classes are the same in every language and year. */
const BOX = /(?:^|\s)(?:_a6-g|uiBoxWhite)(?:\s|$)/u
const HEADING = /(?:^|\s)_a6-h(?:\s|$)/u
const TIME = /(?:^|\s)_a6-o(?:\s|$)/u

/** The boxes of a page of Meta, without those in other boxes; null for a page of another kind. */
export function htmlBoxes<T>(text: string, read: (element: Element) => T): readonly T[] | null {
  if (!/_a6-g|uiBoxWhite/u.test(text)) return null
  const boxes: T[] = []
  parseNodes(text, {}, (element) => {
    if (!has(element, BOX) || isInBox(element)) return
    boxes.push(read(element))
    // A page has thousands of boxes, so only one is in memory.
    DomUtils.removeElement(element)
  })
  return boxes
}

function isInBox({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && (has(parent, BOX) || isInBox(parent))
}

export function boxOf(element: Element): Box {
  const box = newBox()
  fill(box, element.childNodes)
  // A box without rows is itself one text, such as a hashtag.
  if (box.facts.length === 0 && box.groups.length === 0)
    box.facts.push({ text: textIn(element.childNodes), href: linkIn(element.childNodes) })
  return box
}

/** The links and texts that a box of any kind shows, without the labels of rows. */
export function shownIn(element: Element) {
  const [heading = '', time = ''] = [HEADING, TIME].map((name) => {
    const found = DomUtils.findOne((each) => has(each, name), element.childNodes)
    if (found !== null) DomUtils.removeElement(found)
    return found === null ? '' : textIn([found])
  })
  const texts = DomUtils.filter((node) => isText(node) && node.next === null, element.childNodes)
  const words = texts.map((node) => textIn([node])).filter((text) => text !== '')
  const links = DomUtils.getElementsByTagName('a', element.childNodes).map(
    ({ attribs }) => attribs['href'] ?? '',
  )
  return { links, words, heading, time }
}

function fill(box: Box, nodes: readonly ChildNode[]): void {
  for (const node of nodes.filter((each) => isTag(each))) {
    if (has(node, BOX)) box.groups.push(boxOf(node))
    else if (/^h[1-3]$/u.test(node.name) || has(node, HEADING)) box.heading ??= textIn([node]) || null
    else if (node.name === 'tr' && !hasBox(node)) addRow(box, node)
    else if (!has(node, TIME)) fill(box, node.childNodes)
  }
}

/** A label and its value are two cells, or one cell in which the value is an element. */
function addRow(box: Box, row: Element): void {
  const cells = row.childNodes.filter((each) => isTag(each))
  const [first, second] = cells
  if (first === undefined) return
  const href = linkIn(cells)
  if (second !== undefined) box.facts.push({ text: textIn([second]), href })
  else {
    const label = textIn(first.childNodes.filter((each) => isText(each)))
    const value = textIn(first.childNodes.filter((each) => isTag(each)))
    if (href !== null || (label !== '' && value !== '')) box.facts.push({ text: value, href })
  }
}

function hasBox(row: Element): boolean {
  return DomUtils.existsOne((each) => has(each, BOX), row.childNodes)
}

function has(element: Element, name: RegExp): boolean {
  return name.test(element.attribs['class'] ?? '')
}

function textIn(nodes: ChildNode[]): string {
  return DomUtils.getText(nodes).trim()
}

function linkIn(nodes: ChildNode[]): string | null {
  const [anchor] = DomUtils.getElementsByTagName('a', nodes, true, 1)
  return anchor?.attribs['href'] ?? null
}
