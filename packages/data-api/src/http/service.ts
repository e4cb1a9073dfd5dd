import { ApiError } from '../api-error.ts'
import type { CatalogSource } from '../catalog/source.ts'
import type { Departure } from '../execute/departure.ts'
import type { Executor, RequestSettings } from '../execute/executor.ts'
import type { Row } from '../execute/pipelined-query.ts'
import type { RequestLimits } from '../request/limits.ts'
import { quote } from '../sql/quote.ts'
import type { Actor, Actors } from './actor.ts'
import { type Answer, type CompiledRequest, toResult } from './answer.ts'
import { CompileCache } from './compile-cache.ts'
import { toApiError } from './postgres-error.ts'
import { type ApiRequest, header, type Rules } from './request.ts'

export interface AdmittedRequest {
  readonly departure: Departure
  /** True when the request came without a token. */
  readonly isGuest: boolean
}

export interface ServiceParts {
  readonly catalog: CatalogSource
  readonly actors: Actors
  readonly executor: Executor
  /** Runs requests without a token. */
  readonly guestExecutor: Executor
  /** Runs reads without a token; `guestExecutor` when absent. */
  readonly guestReads: Pick<Executor, 'run'> | undefined
  readonly rules: Rules
  readonly guestLimits: RequestLimits
  readonly extraSearchPath: readonly string[]
  readonly statementTimeout: number
  readonly guestTimeout: number
  /** Waits for admission. Call the returned function when the request is done. */
  readonly admit: ((request: AdmittedRequest) => Promise<() => void>) | undefined
  /** Whether the current person may cause a reload of the catalog; everybody may when absent. */
  readonly admitReload: (() => Promise<boolean>) | undefined
}

interface Work {
  readonly raw: ApiRequest
  readonly plan: CompiledRequest
  readonly actor: Actor
  readonly departure: Departure
}

/** Errors that an outdated catalog can cause. */
const STALE_CATALOG_CODES: ReadonlySet<string> = new Set(
  '42P01 42703 42883 0A000 PGRST200 PGRST202 PGRST204 PGRST205'.split(' '),
)

/** Answers requests: authenticate, plan, run, answer. */
export class Service {
  readonly #parts: ServiceParts
  readonly #plans: CompileCache
  /** A separate cache for requests without a token, so that guests do not displace the plans of people. */
  readonly #guestPlans: CompileCache
  /** Keyed by schema. */
  readonly #searchPaths: ReadonlyMap<string, string>

  constructor(parts: ServiceParts) {
    this.#parts = parts
    this.#plans = new CompileCache(parts.rules)
    this.#guestPlans = new CompileCache({ ...parts.rules, limits: parts.guestLimits })
    this.#searchPaths = new Map(
      parts.rules.schemas.map((schema) => [schema, [schema, ...parts.extraSearchPath].map(quote).join(', ')]),
    )
  }

  /** Never rejects: every failure becomes an answer in the wire format's error shape. */
  async handle(raw: ApiRequest, departure: Departure): Promise<Answer> {
    let actor: Actor | undefined
    try {
      if (raw.method !== 'OPTIONS') actor = await this.#parts.actors.of(header(raw, 'authorization'))
      const plans = actor?.authenticated === false ? this.#guestPlans : this.#plans
      const planned = plans.plan(raw, await this.#parts.catalog.get())
      if (planned.kind === 'answer') return planned.answer
      actor ??= await this.#parts.actors.of(header(raw, 'authorization'))
      return await this.#runInTurn({ raw, plan: planned.plan, actor, departure })
    } catch (error) {
      const failure = toApiError(error, actor?.authenticated ?? false)
      if (STALE_CATALOG_CODES.has(failure.code) && actor?.authenticated) void this.#reloadCatalog()
      return answerError(raw, failure)
    }
  }

  /** Most such errors are wrong requests, so each person gets few reloads, and guests get none. */
  async #reloadCatalog(): Promise<void> {
    const { catalog, admitReload } = this.#parts
    if (catalog.mayBeStale && ((await admitReload?.()) ?? true)) catalog.reloadIfStale()
  }

  async #runInTurn(work: Work): Promise<Answer> {
    const end = await this.#parts.admit?.({ departure: work.departure, isGuest: !work.actor.authenticated })
    try {
      return await this.#run(work)
    } finally {
      end?.()
    }
  }

  async #run({ raw, plan, actor, departure }: Work): Promise<Answer> {
    // A write continues when its client disconnects: a person who saves and closes the page expects it to be saved.
    const ending = plan.readOnly ? departure : undefined
    const settings = this.#settings(raw, plan, actor)
    const { executor: own, guestExecutor, guestReads } = this.#parts
    const executor = actor.authenticated ? own : guestExecutor
    if (!plan.held) {
      const { statements } = plan
      const mayLag = plan.readOnly && !actor.authenticated ? guestReads : undefined
      const lagging = await mayLag?.run(settings, statements, { departure: ending })
      const isThere = lagging !== undefined && !isMissing(plan, lagging)
      const rows = isThere ? lagging : await executor.run(settings, statements, { departure: ending })
      return withProfile(plan.answer(rows), plan, this.#parts.rules)
    }
    let answer: Answer | undefined
    await executor.run(settings, plan.statements, {
      departure: ending,
      verdict: (rows) => {
        answer = plan.answer(rows)
        return plan.preferences.transaction !== 'rollback'
      },
    })
    if (!answer) throw new ApiError(500, 'PGRST300', 'Internal error')
    return withProfile(answer, plan, this.#parts.rules)
  }

  #settings(raw: ApiRequest, plan: CompiledRequest, actor: Actor): RequestSettings {
    return {
      role: actor.role,
      searchPath: this.#searchPaths.get(plan.schema) ?? quote(plan.schema),
      claims: actor.claims,
      method: raw.method,
      path: raw.path,
      headers: JSON.stringify(raw.headers),
      cookies: cookiesOf(header(raw, 'cookie')),
      capabilities: JSON.stringify(plan.capabilities),
      readOnly: plan.readOnly,
      genericPlans: plan.media.kind !== 'plan',
      statementTimeout: actor.authenticated ? this.#parts.statementTimeout : this.#parts.guestTimeout,
      timezone: plan.preferences.timezone,
    }
  }
}

/** True when nothing was found under an id that the request names. */
function isMissing(plan: CompiledRequest, rows: readonly (readonly Row[])[]): boolean {
  return plan.media.kind !== 'plan' && plan.capabilities.length > 0 && toResult(rows[0]).rows === 0
}

function withProfile(answer: Answer, plan: CompiledRequest, rules: Rules): Answer {
  if (rules.schemas.length < 2) return answer
  return { ...answer, headers: { ...answer.headers, 'Content-Profile': plan.schema } }
}

function cookiesOf(text: string | undefined): string {
  if (text === undefined) return '{}'
  const pairs = text.split(';').map((part): [string, string] => {
    const equals = part.indexOf('=')
    return equals < 0 ? [part.trim(), ''] : [part.slice(0, equals).trim(), part.slice(equals + 1).trim()]
  })
  return JSON.stringify(Object.fromEntries(pairs))
}

function answerError(raw: ApiRequest, error: ApiError): Answer {
  return {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Proxy-Status': `PostgREST; error=${error.code}`,
      ...error.headers,
    },
    body: raw.method === 'HEAD' ? undefined : JSON.stringify(error.body()),
  }
}
