import { z } from 'zod'
import { ApiError, rangeNotSatisfiable } from '../api-error.ts'
import type { Row } from '../execute/pipelined-query.ts'
import type { MediaType } from '../request/media-type.ts'
import { affectedLimit, appliedPreferences, type Preferences } from '../request/preferences.ts'
import { RESULT_COLUMNS, type Statement } from '../sql/statement.ts'
import { parseJson } from './postgres-error.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | undefined
}

/** A request as SQL, and the function that turns its rows into the answer. */
export interface CompiledRequest {
  readonly schema: string
  readonly readOnly: boolean
  readonly statements: readonly Statement[]
  readonly preferences: Preferences
  readonly media: MediaType
  /** True when the transaction has to wait until `answer` accepts the rows. */
  readonly held: boolean
  /** Ids that the request names, for the policies of unlisted rows. */
  readonly capabilities: readonly string[]
  /** Throws when the rows must not be committed. */
  readonly answer: (rows: readonly (readonly Row[])[]) => Answer
}

export interface Result {
  readonly total: number | undefined
  readonly rows: number
  readonly affected: number
  readonly inserted: number | undefined
  readonly body: string | undefined
  readonly headers: string | undefined
  readonly status: string | undefined
}

/** Reads the one row of a statement's envelope. */
export function toResult(rows: readonly Row[] | undefined): Result {
  const row = rows?.[0] ?? []
  const text = (name: (typeof RESULT_COLUMNS)[number]) => row[RESULT_COLUMNS.indexOf(name)] ?? undefined
  const number = (name: (typeof RESULT_COLUMNS)[number]) => {
    const value = text(name)
    return value === undefined ? undefined : Number(value)
  }
  return {
    total: number('total'),
    rows: number('rows') ?? 0,
    affected: number('affected') ?? 0,
    inserted: number('inserted'),
    body: text('body'),
    headers: text('headers'),
    status: text('status'),
  }
}

/** The text of an EXPLAIN, one row per line. */
export function planText(rows: readonly Row[] | undefined): string {
  return (rows ?? []).map((row) => row[0] ?? '').join('\n')
}

const explained = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

/** The planner's estimate of the rows of an explained statement. */
export function estimatedRows(rows: readonly Row[] | undefined): number {
  const plan: unknown = JSON.parse(planText(rows))
  return explained.parse(plan)[0].Plan['Plan Rows']
}

/** `from-to/total` of a slice, with a star for an empty slice or an unknown total. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  const all = total === undefined ? '*' : String(total)
  return rows === 0 ? `*/${all}` : `${offset}-${offset + rows - 1}/${all}`
}

/** 206 when the slice is known to be only a part; PGRST103 when it starts after the end. */
export function sliceStatus(offset: number, rows: number, total: number | undefined): number {
  if (total === undefined) return 200
  if (offset > total)
    throw rangeNotSatisfiable(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      total,
    )
  return rows < total ? 206 : 200
}

export function checkSingular(rows: number): void {
  if (rows === 1) return
  throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

export function checkAffected(preferences: Preferences, affected: number): void {
  const limit = affectedLimit(preferences)
  if (limit === undefined || affected <= limit) return
  throw new ApiError(400, 'PGRST124', `Query result exceeds max-affected preference constraint`, {
    details: `The query affects ${affected} rows`,
  })
}

export function preferenceHeader(
  preferences: Preferences,
  honoured: readonly string[],
): Record<string, string> {
  const applied = appliedPreferences(
    preferences,
    new Set([...honoured, 'count', 'tx', 'handling', 'timezone']),
  )
  return applied === undefined ? {} : { 'Preference-Applied': applied }
}

const responseHeaders = z.array(z.record(z.string(), z.string()))

/** Applies the status and headers that the database set in `response.status` and `response.headers`. */
export function withDatabaseWishes(answer: Answer, { headers, status }: Result): Answer {
  if (headers === undefined && status === undefined) return answer
  const wished: Record<string, string[]> = {}
  if (headers !== undefined) {
    const parsed = responseHeaders.safeParse(parseJson(headers))
    if (!parsed.success || !parsed.data.every((item) => Object.keys(item).length === 1))
      throw new ApiError(
        500,
        'PGRST111',
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      )
    for (const item of parsed.data)
      for (const [name, value] of Object.entries(item)) wished[name] = [...(wished[name] ?? []), value]
  }
  if (status !== undefined && !/^[2-5]\d\d$/.test(status))
    throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
  return {
    ...answer,
    status: status === undefined ? answer.status : Number(status),
    headers: { ...answer.headers, ...wished },
  }
}
