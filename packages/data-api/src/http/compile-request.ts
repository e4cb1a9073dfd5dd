import { ApiError } from '../api-error.ts'
import { type Catalog, keyOf } from '../catalog/model.ts'
import { type Answer, type CompiledRequest } from './answer.ts'
import { compileCall } from './compile-call.ts'
import { compileMutation } from './compile-mutation.ts'
import { findRelation, compileRead } from './compile-read.ts'
import { type ApiRequest, type ParsedRequest, parseRequest, type Rules } from './request.ts'

export type Compiled =
  | { readonly kind: 'plan'; readonly plan: CompiledRequest }
  | { readonly kind: 'answer'; readonly answer: Answer }

/** Plans a request, or answers one that needs no database. Throws ApiError. */
export function compileRequest(raw: ApiRequest, rules: Rules, catalog: Catalog): Compiled {
  const request = parseRequest(raw, rules, catalog)
  if (raw.method === 'OPTIONS') return { kind: 'answer', answer: answerOptions(request) }
  return { kind: 'plan', plan: request.target.kind === 'routine' ? call(request) : relation(request) }
}

function relation(request: ParsedRequest): CompiledRequest {
  switch (request.raw.method) {
    case 'GET':
    case 'HEAD':
      return compileRead(request)
    case 'POST':
    case 'PATCH':
    case 'PUT':
    case 'DELETE':
      return compileMutation(request)
    default:
      throw unsupportedMethod(request.raw.method)
  }
}

function call(request: ParsedRequest): CompiledRequest {
  switch (request.raw.method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
      return compileCall(request)
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
  const allowed = ['OPTIONS']
  if (target.kind === 'routine') {
    const overloads = catalog.routines.get(keyOf({ schema, name: target.name })) ?? []
    // GET runs in a read-only transaction, in which a volatile function may fail.
    if (overloads.some(({ volatility }) => volatility !== 'volatile')) allowed.push('GET', 'HEAD')
    allowed.push('POST')
  } else {
    allowed.push('GET', 'HEAD')
    const found = findRelation(catalog, { schema, name: target.name })
    if (found.insertable) allowed.push('POST')
    if (found.insertable && found.updatable && found.primaryKey.length > 0) allowed.push('PUT')
    if (found.updatable) allowed.push('PATCH')
    if (found.deletable) allowed.push('DELETE')
  }
  return { status: 200, headers: { Allow: allowed.join(',') }, body: undefined }
}
