import { ApiError } from '../api-error.ts'
import { type Catalog, keyOf, type QualifiedName, type Routine } from '../catalog/model.ts'
import { suggestName } from './name-suggestion.ts'

/** A call: the names of its arguments and the type of a posted body. */
export interface Invocation {
  readonly names: readonly string[]
  /** The type of a single unnamed parameter that would take the whole body. */
  readonly bodyTypes: readonly string[]
}

/** True when any function of that name has a parameter of that name. */
export function hasParameter(catalog: Catalog, routine: QualifiedName, name: string): boolean {
  return (catalog.routines.get(keyOf(routine)) ?? []).some((candidate) =>
    candidate.parameters.some((parameter) => parameter.name === name),
  )
}

/** True when any function of that name takes repeated values under that name. */
export function isVariadic(catalog: Catalog, routine: QualifiedName, name: string): boolean {
  return (catalog.routines.get(keyOf(routine)) ?? []).some((candidate) =>
    candidate.parameters.some((parameter) => parameter.name === name && parameter.variadic),
  )
}

/**
 * Finds the overload that takes exactly these arguments, else the one that takes the whole body. PGRST202 when there is
 * none, PGRST203 when several fit.
 */
export function findRoutine(catalog: Catalog, name: QualifiedName, invocation: Invocation): Routine {
  const overloads = catalog.routines.get(keyOf(name)) ?? []
  const exact = overloads.filter((routine) => takesExactly(routine, invocation))
  const whole = overloads.filter((routine) => takesBody(routine, invocation))
  const candidates = exact.length > 0 ? exact : whole
  const [first] = candidates
  if (!first) throw notFound(catalog, name, invocation)
  if (candidates.length > 1) throw ambiguous(candidates)
  return first
}

function takesExactly({ parameters }: Routine, { names, bodyTypes }: Invocation): boolean {
  const raw = bodyTypes.length > 0 && !bodyTypes.includes('json')
  if (parameters.length === 0) return names.length === 0 && !raw
  const given = new Set(names)
  return (
    parameters.every((parameter) => !parameter.required || given.has(parameter.name)) &&
    names.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

export function takesBody({ parameters }: Routine, { bodyTypes }: Invocation): boolean {
  const [only, ...others] = parameters
  return only !== undefined && others.length === 0 && only.name === '' && bodyTypes.includes(only.type)
}

function notFound(catalog: Catalog, name: QualifiedName, { names, bodyTypes }: Invocation): ApiError {
  const full = `${name.schema}.${name.name}`
  const sorted = names.toSorted()
  const list = sorted.join(', ')
  const isJson = bodyTypes.includes('json')
  // A text, XML or binary body is a single argument without a name.
  const whole = isJson ? undefined : bodyTypes[0]
  const named =
    sorted.length === 0 ? 'without parameters' : `with parameter${sorted.length > 1 ? 's' : ''} ${list}`
  const searched =
    whole === undefined
      ? `${named}${isJson ? ' or with a single unnamed json/jsonb parameter' : ''}`
      : `with a single unnamed ${whole} parameter`
  const parameters = whole === undefined ? (sorted.length === 0 ? ' without parameters' : `(${list})`) : ''
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${full}${parameters} in the schema cache`,
    {
      details: `Searched for the function ${full} ${searched}, but no matches were found in the schema cache.`,
      hint: whole === undefined ? similarTo(catalog, name, sorted) : null,
    },
  )
}

/** Another function's name when there is none of that name, else the parameters of the closest overload. */
function similarTo(catalog: Catalog, name: QualifiedName, names: readonly string[]): string | null {
  const overloads = catalog.routines.get(keyOf(name))
  const similar = overloads
    ? suggestName(
        listed(names),
        overloads.map(({ parameters }) => listed(parameters.map((parameter) => parameter.name))),
        0.33,
      )
    : suggestName(name.name, functionNames(catalog, name.schema), 0.75)
  if (similar === undefined) return null
  return `Perhaps you meant to call the function ${name.schema}.${overloads ? name.name : ''}${similar}`
}

function listed(names: readonly string[]): string {
  return `(${names.toSorted().join(', ')})`
}

function functionNames(catalog: Catalog, schema: string): string[] {
  return [...catalog.routines.values()].flatMap(([first]) => (first?.schema === schema ? [first.name] : []))
}

function ambiguous(candidates: readonly Routine[]): ApiError {
  const parameterLists = candidates.map(({ parameters }) =>
    parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', '),
  )
  const { schema, name } = candidates[0] ?? { schema: '', name: '' }
  const list = parameterLists.toSorted().map((parameters) => `${schema}.${name}(${parameters})`)
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${list.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
