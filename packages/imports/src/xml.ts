import { type Element, isTag } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { parseNodes } from './foreign.ts'

/** Readers for elements of XML, by their names without prefix, in lower case. */

export function elements(text: string, ...names: readonly string[]): Element[] {
  const nodes = parseNodes(text, { xmlMode: true })
  return DomUtils.getElementsByTagName((tag) => names.includes(local(tag)), nodes, true)
}

export function local(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase()
}

/** Without those of another element of this kind in it: when a file is cut, an element may lack its end. */
export function descendants(element: Element, ...names: readonly string[]): Element[] {
  const found = DomUtils.getElementsByTagName((tag) => names.includes(local(tag)), element.childNodes, true)
  return found.filter((each) => closest(each, local(element.name)) === element)
}

export function child(element: Element, name: string): Element | null {
  return element.childNodes.filter((node) => isTag(node)).find((node) => local(node.name) === name) ?? null
}

export function childText(element: Element, name: string): string | null {
  const found = child(element, name)
  return found && contentOf(found)
}

/** The text in an element; null when it is empty. */
export function contentOf(element: Element): string | null {
  return DomUtils.textContent(element).trim() || null
}

export function closest(element: Element, name: string): Element | null {
  for (let at = element.parent; at !== null; at = at.parent)
    if (isTag(at) && local(at.name) === name) return at
  return null
}
