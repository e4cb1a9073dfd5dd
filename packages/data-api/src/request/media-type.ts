import { ApiError } from '../api-error.ts'

export type MediaType =
  | { readonly kind: 'json'; readonly nullsStripped: boolean; readonly contentType: string }
  | { readonly kind: 'object'; readonly nullsStripped: boolean; readonly contentType: string }
  | { readonly kind: 'csv'; readonly contentType: string }
  | { readonly kind: 'geojson'; readonly contentType: string }
  | {
      readonly kind: 'plan'
      readonly format: 'json' | 'text'
      readonly options: readonly string[]
      readonly of: MediaType
      readonly contentType: string
    }

const UTF8 = '; charset=utf-8'
const json: MediaType = { kind: 'json', nullsStripped: false, contentType: `application/json${UTF8}` }

const planOptions: ReadonlySet<string> = new Set(['analyze', 'verbose', 'settings', 'buffers', 'wal'])

/** Chooses the first supported type of an `Accept` header; PGRST107 when there is none. */
export function negotiate(accept: string | undefined, planEnabled: boolean): MediaType {
  if (accept === undefined || accept.trim() === '') return json
  for (const candidate of splitOutsideQuotes(accept, ',')) {
    const type = parseMediaType(candidate, planEnabled)
    if (type) return type
  }
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function parseMediaType(text: string, planEnabled: boolean): MediaType | undefined {
  const [name = '', ...parameters] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  const nullsStripped = parameters.includes('nulls=stripped')
  const suffix = nullsStripped ? `;nulls=stripped${UTF8}` : UTF8
  switch (name.toLowerCase()) {
    case 'application/json':
    case '*/*':
    case 'application/*':
      return json
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return nullsStripped
        ? { kind: 'json', nullsStripped, contentType: `application/vnd.pgrst.array+json${suffix}` }
        : json
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { kind: 'object', nullsStripped, contentType: `application/vnd.pgrst.object+json${suffix}` }
    case 'text/csv':
      return { kind: 'csv', contentType: `text/csv${UTF8}` }
    case 'application/geo+json':
      return { kind: 'geojson', contentType: `application/geo+json${UTF8}` }
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return planEnabled ? parsePlan(name, parameters) : undefined
    default:
      return undefined
  }
}

function parsePlan(name: string, parameters: readonly string[]): MediaType {
  const format = name.endsWith('+json') ? 'json' : 'text'
  const value = (key: string) =>
    parameters.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1) ?? ''
  const of = parseMediaType(value('for').replace(/^"|"$/g, ''), false) ?? json
  const options = value('options')
    .split('|')
    .filter((option) => planOptions.has(option))
  const type = `application/vnd.pgrst.plan+${format}; for="${of.contentType.split(';')[0]}"`
  const listed = options.length > 0 ? `; options=${options.join('|')}` : ''
  return { kind: 'plan', format, options, of, contentType: `${type}${listed}${UTF8}` }
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:[^,"]|"[^"]*")+/g : /(?:[^;"]|"[^"]*")+/g) ?? []
}
