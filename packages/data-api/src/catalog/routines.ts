import { z } from 'zod'
import { type ComputedRelationship, type Parameter, type QualifiedName, type Routine } from './model.ts'
import type { CatalogRelation } from './relationships.ts'

/** A row of the routines query. */
export const routineRow = z.object({
  schema: z.string(),
  name: z.string(),
  volatility: z.string(),
  returnsSet: z.boolean(),
  rows: z.number(),
  variadic: z.boolean(),
  inputs: z.number(),
  defaults: z.number(),
  argumentNames: z.array(z.string()),
  argumentModes: z.array(z.string()),
  inputTypes: z.array(z.string()),
  argumentRelation: z.string().nullable(),
  resultRelation: z.string(),
  resultType: z.string(),
  composite: z.boolean(),
})
type RoutineRow = z.infer<typeof routineRow>
type FindRelation = (oid: string) => CatalogRelation | undefined

const unnamedTypes: ReadonlySet<string> = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** A function as an endpoint (`routine`) and, when it maps a row to rows, as a relationship (`computed`). */
export function toRoutine(
  row: RoutineRow,
  find: FindRelation,
): { readonly routine: Routine | undefined; readonly computed: ComputedRelationship | undefined } {
  const parameters = parametersOf(row)
  const returned = find(row.resultRelation)
  const isVoid = row.resultType === 'void'
  const composite = row.composite || row.resultRelation !== '0' || row.resultType === 'record'
  const routine: Routine = {
    schema: row.schema,
    name: row.name,
    parameters,
    volatility: row.volatility === 'i' ? 'immutable' : row.volatility === 's' ? 'stable' : 'volatile',
    returnsSet: row.returnsSet,
    returns: isVoid
      ? { kind: 'void' }
      : composite
        ? { kind: 'composite', relation: returned && nameOf(returned) }
        : { kind: 'scalar' },
  }
  const callable =
    parameters.every((parameter) => parameter.name !== '') ||
    (parameters.length === 1 && unnamedTypes.has(parameters[0]?.type ?? ''))
  return { routine: callable ? routine : undefined, computed: computedOf(row, returned, find) }
}

function nameOf({ relation }: CatalogRelation): QualifiedName {
  return { schema: relation.schema, name: relation.name }
}

function parametersOf(row: RoutineRow): Parameter[] {
  const inputNames =
    row.argumentModes.length === 0
      ? row.argumentNames
      : row.argumentNames.filter((_, at) => ['i', 'b', 'v'].includes(row.argumentModes[at] ?? ''))
  return row.inputTypes.map((type, at) => ({
    name: inputNames[at] ?? '',
    type,
    required: at < row.inputs - row.defaults,
    variadic: row.variadic && at === row.inputs - 1,
  }))
}

function computedOf(
  row: RoutineRow,
  returned: CatalogRelation | undefined,
  find: FindRelation,
): ComputedRelationship | undefined {
  const argument = row.argumentRelation === null ? undefined : find(row.argumentRelation)
  if (!argument || !returned) return undefined
  return {
    kind: 'computed',
    from: nameOf(argument),
    to: nameOf(returned),
    function: { schema: row.schema, name: row.name },
    toOne: !row.returnsSet || row.rows === 1,
  }
}
