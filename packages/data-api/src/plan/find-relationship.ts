import { ApiError } from '../api-error.ts'
import {
  type Catalog,
  type JunctionRelationship,
  keyOf,
  type KeyRelationship,
  type QualifiedName,
  type Relationship,
} from '../catalog/model.ts'
import { suggestName } from './name-suggestion.ts'

export interface EmbedTarget {
  readonly target: string
  readonly hint: string | undefined
}

/** Finds the one relationship of an embed. PGRST200 when there is none, PGRST201 when there are several. */
export function findRelationship(catalog: Catalog, origin: QualifiedName, embed: EmbedTarget): Relationship {
  const candidates = catalog.relationships.get(keyOf(origin)) ?? []
  const matches = candidates.filter((candidate) => matchesEmbed(catalog, candidate, embed))
  const [first] = matches
  if (!first) throw noRelationship(candidates, origin, embed)
  if (matches.length > 1) throw ambiguous(matches, origin, embed.target)
  return first
}

function matchesEmbed(catalog: Catalog, candidate: Relationship, { target, hint }: EmbedTarget): boolean {
  if (candidate.from.schema !== candidate.to.schema) return false
  if (candidate.kind === 'computed') return candidate.function.name === target
  const named = candidate.to.name === target
  if (keyOf(candidate.from) === keyOf(candidate.to)) return matchesSelf(candidate, named, { target, hint })
  if (hint !== undefined) return named && matchesHint(candidate, hint)
  if (named) return true
  if (candidate.kind !== 'key' || catalog.relations.get(keyOf(candidate.to))?.kind === 'view') return false
  return candidate.constraint === target || onlyColumn(candidate)?.own === target
}

/** In a self-relationship, the table's name means the children of a row, the column's name its parent. */
function matchesSelf(
  candidate: KeyRelationship | JunctionRelationship,
  named: boolean,
  { target, hint }: EmbedTarget,
): boolean {
  if (candidate.kind === 'junction') return named && hint !== undefined && matchesHint(candidate, hint)
  const toChildren = candidate.cardinality === 'one-to-many'
  if (hint !== undefined) return named && toChildren && onlyColumn(candidate)?.other === hint
  if (toChildren) return named
  return candidate.cardinality === 'many-to-one' && onlyColumn(candidate)?.own === target
}

function matchesHint(candidate: KeyRelationship | JunctionRelationship, hint: string): boolean {
  if (candidate.kind === 'junction') return candidate.junction.name === hint
  if (candidate.constraint === hint) return true
  const pair = onlyColumn(candidate)
  return pair?.own === hint || pair?.other === hint
}

function onlyColumn(candidate: KeyRelationship) {
  return candidate.columns.length === 1 ? candidate.columns[0] : undefined
}

function noRelationship(
  candidates: readonly Relationship[],
  origin: QualifiedName,
  { target, hint }: EmbedTarget,
): ApiError {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  const related = candidates.map((candidate) => candidate.to.name)
  // When the target is right, the hint of the embed is wrong.
  const similar = related.includes(target) ? undefined : suggestName(target, related, 0.33)
  return new ApiError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} ` +
        `in the schema '${origin.schema}', but no matches were found.`,
      hint: similar === undefined ? null : `Perhaps you meant '${similar}' instead of '${target}'.`,
    },
  )
}

function ambiguous(matches: readonly Relationship[], origin: QualifiedName, target: string): ApiError {
  const suggestions = matches.map((match) => `'${target}!${hintFor(match)}'`).join(', ')
  return new ApiError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    {
      details: matches.map((match) => ({
        cardinality:
          match.kind === 'computed' ? (match.toOne ? 'many-to-one' : 'one-to-many') : match.cardinality,
        embedding: `${match.from.name} with ${match.to.name}`,
        relationship: describe(match),
      })),
      hint:
        `Try changing '${target}' to one of the following: ${suggestions}. ` +
        `Find the desired relationship in the 'details' key.`,
    },
  )
}

function hintFor(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'key':
      return relationship.constraint
    case 'junction':
      return relationship.junction.name
    default:
      return relationship.function.name
  }
}

function describe(relationship: Relationship): string {
  const { from, to } = relationship
  switch (relationship.kind) {
    case 'key': {
      const own = relationship.columns.map((pair) => pair.own).join(', ')
      const other = relationship.columns.map((pair) => pair.other).join(', ')
      return `${relationship.constraint} using ${from.name}(${own}) and ${to.name}(${other})`
    }
    case 'junction': {
      const source = relationship.sourceColumns.map((pair) => pair.other).join(', ')
      const target = relationship.targetColumns.map((pair) => pair.own).join(', ')
      const first = `${relationship.sourceConstraint}(${source})`
      return `${relationship.junction.name} using ${first} and ${relationship.targetConstraint}(${target})`
    }
    default:
      return `${relationship.function.name}(${from.name})`
  }
}
