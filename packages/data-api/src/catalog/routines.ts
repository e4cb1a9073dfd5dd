import { z } from 'zod'
import {
  type ColumnType,
  type ComputedRelationship,
  nameOf,
  type Parameter,
  type QualifiedName,
  type Routine,
} from './model.ts'
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
  outputTypes: z.array(
    z.object({ name: z.string(), type: z.string(), category: z.string(), base: z.string() }),
  ),
  argumentRelation: z.string().nullable(),
  resultRelation: z.string(),
  resultType: z.string(),
  composite: z.boolean(),
})
type RoutineRow = z.infer<typeof routineRow>
type FindRelation = (oid: string) => CatalogRelation | undefined

const unnamedTypes: ReadonlySet<string> = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** The ways in which requests can use a function. */
export interface CatalogRoutine {
  readonly name: string
  /** Undefined when the function cannot be an endpoint. */
  readonly routine: Routine | undefined
  /** The relation whose rows it takes. */
  readonly rowOf: QualifiedName | undefined
  /** Relates a row to the rows that the function returns for it. */
  readonly computed: ComputedRelationship | undefined
}

export function toRoutine(row: RoutineRow, find: FindRelation): CatalogRoutine {
  const parameters = parametersOf(row)
  const returned = find(row.resultRelation)
  const isVoid = row.resultType === 'void'
  const composite = row.composite || row.resultRelation !== '0'
  const routine: Routine = {
    schema: row.schema,
    name: row.name,
    parameters,
    volatility: row.volatility === 'i' ? 'immutable' : row.volatility === 's' ? 'stable' : 'volatile',
    returnsSet: row.returnsSet,
    returns: isVoid
      ? { kind: 'void' }
      : composite
        ? { kind: 'composite', relation: returned && nameOf(returned.relation), columns: outputColumns(row) }
        : { kind: row.resultType === 'record' ? 'record' : 'scalar' },
  }
  const callable =
    parameters.every((parameter) => parameter.name !== '') ||
    (parameters.length === 1 && unnamedTypes.has(parameters[0]?.type ?? ''))
  const argument = row.argumentRelation === null ? undefined : find(row.argumentRelation)
  return {
    name: row.name,
    routine: callable ? routine : undefined,
    rowOf: argument && nameOf(argument.relation),
    computed: argument && returned && computedOf(row, argument, returned),
  }
}

function outputColumns({ outputTypes }: RoutineRow): ReadonlyMap<string, ColumnType> {
  return new Map(outputTypes.map((column) => [column.name, toColumnType(column)]))
}

/** `category` and `base` are Postgres's category of the type and the type beneath a domain. */
export function toColumnType({ type, category, base }: TypeRow): ColumnType {
  return {
    type,
    isTextLike: category === 'S' || base === 'json' || base === 'jsonb',
    isComposite: category === 'C' || category === 'A',
  }
}

interface TypeRow {
  readonly type: string
  readonly category: string
  readonly base: string
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
  argument: CatalogRelation,
  returned: CatalogRelation,
): ComputedRelationship {
  return {
    kind: 'computed',
    from: nameOf(argument.relation),
    to: nameOf(returned.relation),
    function: nameOf(row),
    toOne: !row.returnsSet || row.rows === 1,
  }
}
