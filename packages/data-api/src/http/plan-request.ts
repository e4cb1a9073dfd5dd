import { ApiError } from '../api-error.ts'
import type { Catalog } from '../catalog/model.ts'
import { type Answer, type PlannedRequest } from './answer.ts'
import { planCallRequest } from './plan-call-request.ts'
import { planMutationRequest } from './plan-mutation-request.ts'
import { findRelation, planReadRequest } from './plan-read-request.ts'
import { type ApiRequest, type ParsedRequest, parseRequest, type Rules } from './request.ts'

export type Planned = { kind: 'plan'; plan: PlannedRequest } | { kind: 'answer'; answer: Answer }

/** The plan of a request, or the answer of one that needs no database. Throws ApiError. */
export function planRequest(raw: ApiRequest, rules: Rules, catalog: Catalog): Planned {
  const request = parseRequest(raw, rules, catalog)
  if (raw.method === 'OPTIONS') return { kind: 'answer', answer: answerOptions(request) }
  return { kind: 'plan', plan: request.target.kind === 'routine' ? call(request) : relation(request) }
}

function relation(request: ParsedRequest): PlannedRequest {
  switch (request.raw.method) {
    case 'GET':
    case 'HEAD':
      return planReadRequest(request)
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return planMutationRequest(request)
    default:
      throw unsupportedMethod(request.raw.method)
  }
}

function call(request: ParsedRequest): PlannedRequest {
  switch (request.raw.method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
      return planCallRequest(request)
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      throw new ApiError(405, 'PGRST101', `Cannot use the ${request.raw.method} method on RPC`)
    default:
      throw unsupportedMethod(request.raw.method)
  }
}

function unsupportedMethod(method: string): ApiError {
  return new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

function answerOptions({ target, schema, catalog }: ParsedRequest): Answer {
  const allowed = ['OPTIONS', 'GET', 'HEAD']
  if (target.kind === 'routine') allowed.push('POST')
  else {
    const found = findRelation(catalog, { schema, name: target.name })
    if (found.insertable) allowed.push('POST')
    if (found.insertable && found.updatable && found.primaryKey.length > 0) allowed.push('PUT')
    if (found.updatable) allowed.push('PATCH')
    if (found.deletable) allowed.push('DELETE')
  }
  return { status: 200, headers: { Allow: allowed.join(',') }, body: undefined }
}
