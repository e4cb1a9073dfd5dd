import { createHash } from 'node:crypto'
import { type Markup, markup } from '../../core/markup.ts'
import type { apiDocument } from './document.ts'

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{overflow-x:auto;padding:.75rem;border:1px solid;border-radius:.5rem}
article{border-top:1px solid;padding:.75rem 0}
h3{font-size:1rem;margin:0}
summary{cursor:pointer;min-height:2.75rem;align-content:center}
`
/** The page needs nothing but its own style. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The document as a page that loads nothing. */
export function apiPage({ info, paths }: ReturnType<typeof apiDocument>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: String(operation['tags']),
      markup: article(`${method.toUpperCase()} ${path}`, operation),
    })),
  )
  const groups = [...new Set(operations.map(({ group }) => group))].toSorted()
  const sections = groups.map(
    (name) =>
      markup`<section><h2>${name}</h2>${operations.filter(({ group }) => group === name).map((each) => each.markup)}</section>`,
  )
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Antojo · API</title><style>${STYLE}</style>`
  const title = markup`<h1>Antojo API ${info.version}</h1><p>${info.description}</p><p><a href="/openapi.json">openapi.json</a></p>`
  return head + markup`<main>${title}${sections}</main></html>`.text
}

function article(name: string, operation: Readonly<Record<string, unknown>>): Markup {
  const { summary, description, parameters, requestBody, responses } = operation
  const parts = [
    ['Parameters', parameters],
    ['Body', requestBody],
    ['Answers', responses],
  ] as const
  const details = parts.flatMap(([title, value]) =>
    value === undefined ? [] : [markup`<h4>${title}</h4><pre>${JSON.stringify(value, null, 2)}</pre>`],
  )
  return markup`<article><h3><code>${name}</code></h3><p>${String(summary)} ${String(description)}</p><details><summary>Details</summary>${details}</details></article>`
}
