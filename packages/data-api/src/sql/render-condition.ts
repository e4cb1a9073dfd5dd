import type { ColumnType, Relationship } from '../catalog/model.ts'
import type { Condition, Embed, PlannedOrder, ReadPlan } from '../plan/model.ts'
import type { Field } from '../request/field.ts'
import { COMPARISONS, type Filter, IS_VALUES, SEARCHES, type Test } from '../request/filter.ts'
import { arrayLiteral, literal, type Parameters, quote, quoteName } from './quote.ts'

/** The columns that a condition may use: the SQL name of their table, and their types. */
export interface Scope {
  readonly reference: string
  readonly columns: ReadonlyMap<string, ColumnType> | undefined
  /** True when the rows no longer have the table's own row type. */
  readonly detached: boolean
}

export function scopeOf(node: ReadPlan): Scope {
  const { source, alias, relation } = node
  const columns = relation?.columns ?? outputColumns(node)
  if (alias !== undefined || source.kind !== 'relation')
    return { reference: quote(alias ?? ''), columns, detached: source.kind === 'mutated' }
  return { reference: quoteName(source.name), columns, detached: false }
}

function outputColumns({ source }: ReadPlan): ReadonlyMap<string, ColumnType> | undefined {
  const returns = source.kind === 'call' ? source.call.routine.returns : undefined
  return returns?.kind === 'composite' ? returns.columns : undefined
}

/**
 * A column, or a part of its JSON, to compare, sort or group by: converted to jsonb, because Postgres cannot compare
 * json.
 */
export function renderField(field: Field, scope: Scope): string {
  const text = renderStored(field, scope)
  const isJson = scope.columns?.get(field.name)?.type === 'json'
  return isJson && field.path.at(-1)?.asText === false ? `to_jsonb${text}` : text
}

/** A column, or a part of its JSON, as stored: jsonb would change the white space of a part. */
export function renderStored(field: Field, scope: Scope): string {
  const column = `${scope.reference}.${quote(field.name)}`
  if (field.path.length === 0) return column
  const known = scope.columns?.get(field.name)
  const json = known?.isComposite ? `to_jsonb(${column})` : column
  const steps = field.path.map((step) => {
    const key = step.isIndex ? arrayIndex(step.key) : literal(step.key)
    return `${step.asText ? '->>' : '->'}${key}`
  })
  return `(${json}${steps.join('')})`
}

/** A number beyond the range of Postgres's integers can only be a key. */
function arrayIndex(digits: string): string {
  const index = Number(digits)
  return Math.abs(index) <= 2_147_483_647 ? `(${index})` : literal(digits)
}

export function renderCondition(condition: Condition, scope: Scope, parameters: Parameters): string {
  switch (condition.kind) {
    case 'filter':
      return renderFilter(condition, scope, parameters)
    case 'keyset': {
      const columns = condition.columns.map((name) => `${scope.reference}.${quote(name)}`).join(', ')
      const values = condition.values.map((value) => parameters.add(value)).join(', ')
      return `(${columns}) ${condition.operator} (${values})`
    }
    case 'exists':
      return `${condition.negated ? 'NOT ' : ''}${renderExists(condition.embed, scope, parameters)}`
    default: {
      const items = condition.items.map((item) => renderCondition(item, scope, parameters))
      return `${condition.negated ? 'NOT ' : ''}(${items.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
    }
  }
}

function renderFilter(filter: Filter, scope: Scope, parameters: Parameters): string {
  const test = renderTest(filter.test, filter.field, { scope, parameters })
  return filter.negated ? `NOT (${test})` : test
}

interface Context {
  readonly scope: Scope
  readonly parameters: Parameters
}

function renderTest(test: Test, field: Field, { scope, parameters }: Context): string {
  const column = renderField(field, scope)
  switch (test.kind) {
    case 'compare': {
      const isPattern = test.operator === 'like' || test.operator === 'ilike'
      const value = parameters.add(isPattern ? test.value.replaceAll('*', '%') : test.value)
      const operand = test.quantifier ? `${test.quantifier.toUpperCase()}(${value})` : value
      return `${column} ${COMPARISONS[test.operator]} ${operand}`
    }
    case 'in':
      return `${column} = ANY(${parameters.add(arrayLiteral(test.values))})`
    case 'is':
      return `${column} IS ${IS_VALUES[test.value]}`
    default: {
      const language = test.language === undefined ? '' : `${parameters.add(test.language)}::regconfig, `
      const query = `${SEARCHES[test.operator]}(${language}${parameters.add(test.value)})`
      return `${isText(field, scope) ? `to_tsvector(${language}${column})` : column} @@ ${query}`
    }
  }
}

function isText(field: Field, scope: Scope): boolean {
  return field.path.length > 0 || (scope.columns?.get(field.name)?.isTextLike ?? false)
}

/** The conditions that join a row of an embedded resource to its parent's row. */
export function joinConditions(relationship: Relationship, child: string, parent: string): string[] {
  switch (relationship.kind) {
    case 'key':
      return relationship.columns.map(
        (pair) => `${child}.${quote(pair.other)} = ${parent}.${quote(pair.own)}`,
      )
    case 'junction':
      return [
        ...relationship.sourceColumns.map(
          (pair) => `${JUNCTION_ALIAS}.${quote(pair.other)} = ${parent}.${quote(pair.own)}`,
        ),
        ...relationship.targetColumns.map(
          (pair) => `${JUNCTION_ALIAS}.${quote(pair.own)} = ${child}.${quote(pair.other)}`,
        ),
      ]
    default:
      return []
  }
}

const JUNCTION_ALIAS = '"pgrst_junction"'

/** The FROM list of an embedded resource, with its junction table if it has one. */
export function embedFrom({ node, relationship }: Embed, parent: Scope): string {
  const alias = scopeOf(node).reference
  switch (relationship.kind) {
    case 'computed': {
      const row = parent.detached
        ? `CAST(ROW(${columnsOf(parent)}) AS ${quoteName(relationship.from)})`
        : `${parent.reference}.*`
      return `${quoteName(relationship.function)}(${row}) AS ${alias}`
    }
    case 'junction':
      return `${quoteName(relationship.to)} AS ${alias}, ${quoteName(relationship.junction)} AS ${JUNCTION_ALIAS}`
    default:
      return `${quoteName(relationship.to)} AS ${alias}`
  }
}

/** All columns in the order of the table, which a returned row may not have. */
function columnsOf({ reference, columns }: Scope): string {
  return [...(columns?.keys() ?? [])].map((name) => `${reference}.${quote(name)}`).join(', ')
}

/** True when the parent's row has at least one row in the embed, nested inner embeds included. */
export function renderExists(embed: Embed, parent: Scope, parameters: Parameters): string {
  const { node, relationship } = embed
  const scope = scopeOf(node)
  const conditions = [
    ...joinConditions(relationship, scope.reference, parent.reference),
    ...node.conditions.map((condition) => renderCondition(condition, scope, parameters)),
    ...node.items.flatMap((item) =>
      item.kind === 'embed' && item.embed.inner ? [renderExists(item.embed, scope, parameters)] : [],
    ),
  ]
  return `EXISTS (SELECT 1 FROM ${embedFrom(embed, parent)}${where(conditions)})`
}

export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

/** `selected` returns the expression of an embed's column that is already joined. */
export function renderOrder(
  terms: readonly PlannedOrder[],
  scope: Scope,
  selected: (embed: Embed, field: Field) => string | undefined,
): string {
  if (terms.length === 0) return ''
  const rendered = terms.map((term) => {
    const expression = term.embed
      ? (selected(term.embed, term.field) ?? relatedField(term.embed, term.field, scope))
      : renderField(term.field, scope)
    const direction = term.direction === undefined ? '' : ` ${term.direction.toUpperCase()}`
    const nulls = term.nulls === undefined ? '' : ` NULLS ${term.nulls.toUpperCase()}`
    return `${expression}${direction}${nulls}`
  })
  return ` ORDER BY ${rendered.join(', ')}`
}

function relatedField(embed: Embed, field: Field, parent: Scope): string {
  const scope = scopeOf(embed.node)
  const conditions = joinConditions(embed.relationship, scope.reference, parent.reference)
  return `(SELECT ${renderField(field, scope)} FROM ${embedFrom(embed, parent)}${where(conditions)})`
}
