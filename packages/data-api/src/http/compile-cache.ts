import { LRUCache } from 'lru-cache'
import type { Catalog } from '../catalog/model.ts'
import { type Compiled, compileRequest } from './compile-request.ts'
import { type ApiRequest, header, type Rules } from './request.ts'

/** Headers that affect the plan of a read. */
const DECISIVE = ['accept', 'prefer', 'accept-profile', 'range'] as const

const MAX_PLANS = 500
const MAX_KEY_LENGTH = 4_000
/** The most characters in the statements of a cached plan, as an estimate of its size. */
const MAX_TEXT_LENGTH = 8_000

/**
 * Caches the plans of recent reads, which depend only on the URL, a few headers and the catalog. Writes also depend on
 * their bodies.
 */
export class CompileCache {
  readonly #rules: Rules
  #catalog: Catalog | undefined
  readonly #plans = new LRUCache<string, Compiled>({ max: MAX_PLANS })

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** Throws ApiError like planning itself; failures are not cached. */
  plan(raw: ApiRequest, catalog: Catalog): Compiled {
    if (this.#catalog !== catalog) {
      this.#catalog = catalog
      this.#plans.clear()
    }
    const key = keyOf(raw)
    if (key === undefined) return compileRequest(raw, this.#rules, catalog)
    const known = this.#plans.get(key)
    if (known) return known
    const planned = compileRequest(raw, this.#rules, catalog)
    if (textLength(planned) > MAX_TEXT_LENGTH) return planned
    this.#plans.set(key, planned)
    return planned
  }
}

function textLength(planned: Compiled): number {
  if (planned.kind === 'answer') return 0
  return planned.plan.statements.reduce((sum, { text }) => sum + text.length, 0)
}

function keyOf(raw: ApiRequest): string | undefined {
  if (raw.method !== 'GET' && raw.method !== 'HEAD') return undefined
  const headers = DECISIVE.map((name) => header(raw, name) ?? '').join('\n')
  const key = `${raw.method}\n${raw.path}\n${raw.queryText}\n${headers}`
  return key.length > MAX_KEY_LENGTH ? undefined : key
}
