import { createElement, Fragment, type ReactNode } from 'react'
import { parseInert } from '../lib/device/trusted-types.ts'
import { OutsideLink } from './outside-link.tsx'

const KEPT = ['em', 'strong', 'span'] as const

/** A credit given as markup. Keeps only a, em, strong and span, and of their attributes only a safe link address. */
export function Credit({ markup }: { markup: string }) {
  return childrenOf(parseInert(markup).body)
}

function childrenOf(node: Node): ReactNode {
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{elementOf(child)}</Fragment>)
}

function elementOf(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || ['SCRIPT', 'STYLE'].includes(node.tagName)) return null
  if (node instanceof HTMLAnchorElement && /^https?:/i.test(node.href)) {
    return (
      <OutsideLink href={node.href} className="underline">
        {childrenOf(node)}
      </OutsideLink>
    )
  }
  const tag = KEPT.find((name) => name === node.tagName.toLowerCase())
  return tag ? createElement(tag, null, childrenOf(node)) : childrenOf(node)
}
