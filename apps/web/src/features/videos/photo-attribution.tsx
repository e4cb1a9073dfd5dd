import { createElement, Fragment, type ReactNode } from 'react'

const kept = ['em', 'strong', 'span'] as const

/** Credit of a photo. Of its markup only a, em, strong and span survive, without attributes but a safe address. */
export function PhotoAttribution({ markup }: { markup: string | null }) {
  if (markup === null) return null
  const body = new DOMParser().parseFromString(markup, 'text/html').body
  return <p className="text-xs text-ink-soft">{childrenOf(body)}</p>
}

function childrenOf(node: Node): ReactNode {
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{elementOf(child)}</Fragment>)
}

function elementOf(node: ChildNode): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || ['SCRIPT', 'STYLE'].includes(node.tagName)) return null
  if (node instanceof HTMLAnchorElement && /^https?:/i.test(node.href)) {
    return (
      <a href={node.href} target="_blank" rel="noopener noreferrer" className="underline">
        {childrenOf(node)}
      </a>
    )
  }
  const tag = kept.find((name) => name === node.tagName.toLowerCase())
  return tag ? createElement(tag, null, childrenOf(node)) : childrenOf(node)
}
