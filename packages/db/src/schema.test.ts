import {
  ANALYSIS_DECISIONS,
  ANALYSIS_STATES,
  ENRICH_STATES,
  IDENTIFY_STATES,
  VIDEO_DECISIONS,
} from '@antojo/domain/analysis'
import { KNOWN_PLATFORMS, PLATFORMS } from '@antojo/domain/platforms/platform'
import { PRICE_RANGES } from '@antojo/domain/price'
import { SETTINGS_CHOICES } from '@antojo/domain/settings'
import { INVITATION_KINDS, LIST_ACCESSES, LIST_KINDS, VISIBILITIES } from '@antojo/domain/sharing'
import { IMPORT_ITEM_STATES, IMPORT_STATES } from '@antojo/domain/transfer/import-facts'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import {
  ArrayExpressionNode,
  generate,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  PostgresDialect,
} from 'kysely-codegen'
import { format } from 'oxfmt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'

type TypeNode = IdentifierNode | GenericExpressionNode | ArrayExpressionNode

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('schema.ts holds the types of a migrated database; `npm run db:types` writes it again', async () => {
  await expect(await schemaText(database.kysely)).toMatchFileSnapshot('./schema.ts')
})

/** The types of the tables in `public`. Those of the place index, which has its own queries, are left out. */
async function schemaText(db: Database['kysely']): Promise<string> {
  const overrides = (await columns(db)).flatMap((column) => {
    const type = typeOf(column)
    return type === null ? [] : [[`${column.table}.${column.name}`, type] as const]
  })
  const text = await generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    includePattern: 'public.*',
    excludePattern: 'public.place*',
    outFile: null,
    typeOnlyImports: true,
    // database.ts reads bigint as number.
    typeMapping: { int8: 'number' },
    customImports: MODULES,
    overrides: { columns: Object.fromEntries(overrides) },
  })
  const style = { semi: false, singleQuote: true, printWidth: 110 }
  return (await format('schema.ts', text.replace('interface DB', 'interface Schema'), style)).code
}

interface Column {
  readonly table: string
  readonly name: string
  readonly dataType: string
  readonly hasDefault: boolean
  /** The definitions of its CHECK constraints, and of those of its SQL domain. */
  readonly checks: readonly string[]
}

async function columns(db: Database['kysely']): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, coalesce(base.typname, t.typname) as "dataType",
      a.atthasdef as "hasDefault",
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.contype = 'c'
        and (k.conrelid = c.oid and k.conkey = array[a.attnum] or k.contypid = a.atttypid)) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'place%'`.execute(
    db,
  )
  return rows
}

/** A narrower type than the generator would find; null where the generator is right. */
function typeOf(column: Column): TypeNode | null {
  const path = `${column.table}.${column.name}`
  const known = COLUMN_TYPES[path] ?? COLUMN_TYPES[column.name]
  if (known) return known
  const allowed = column.checks.map(allowedValues).find((values) => values !== null)
  const type = allowed ? listType(path, allowed) : column.dataType === 'jsonb' ? named('JsonColumn') : null
  return type && column.hasDefault ? generic('Generated', type) : type
}

interface AllowedValues {
  readonly values: readonly string[]
  readonly isArray: boolean
}

/** The values that a CHECK allows: `x in (…)`, or `x <@ '{…}'` of an array; null for any other CHECK. */
function allowedValues(check: string): AllowedValues | null {
  const [, list] = /\(\w+ = ANY \(\(?ARRAY\[(.*?)\]/.exec(check) ?? []
  if (list !== undefined)
    return { values: [...list.matchAll(/'(.*?)'/g)].map(([, value = '']) => value), isArray: false }
  const [, array] = /<@ '\{(.*?)\}'/.exec(check) ?? []
  return array === undefined ? null : { values: array.split(','), isArray: true }
}

function listType(path: string, { values, isArray }: AllowedValues): TypeNode {
  const sorted = values.toSorted().join()
  const found = LISTS.find(([, known]) => known.toSorted().join() === sorted)
  if (found) return isArray ? new ArrayExpressionNode(found[0]) : found[0]
  throw new Error(
    `The CHECK of ${path} allows ${values.join(', ')}. No list of the domain holds just these: ` +
      'change the CHECK in a new migration, or the list.',
  )
}

function named(name: string): IdentifierNode {
  return new IdentifierNode(name)
}

function generic(name: string, argument: TypeNode | LiteralNode): GenericExpressionNode {
  return new GenericExpressionNode(name, [argument])
}

/** Lists of the domain that columns take their values from. */
const LISTS: readonly (readonly [type: TypeNode, values: readonly string[]])[] = [
  [named('AnalysisDecision'), ANALYSIS_DECISIONS],
  [named('AnalysisState'), ANALYSIS_STATES],
  [named('EnrichState'), ENRICH_STATES],
  [named('IdentifyState'), IDENTIFY_STATES],
  [named('VideoDecision'), VIDEO_DECISIONS],
  [named('Platform'), PLATFORMS],
  [named('PriceRange'), PRICE_RANGES],
  [named('InvitationKind'), INVITATION_KINDS],
  [named('ImportItemState'), IMPORT_ITEM_STATES],
  [named('ImportState'), IMPORT_STATES],
  [named('ListAccess'), LIST_ACCESSES],
  [named('ListKind'), LIST_KINDS],
  [named('Visibility'), VISIBILITIES],
  [named('KnownPlatform'), KNOWN_PLATFORMS],
  ...Object.entries(SETTINGS_CHOICES).map(
    ([name, values]) => [generic('SettingsChoice', new LiteralNode(name)), values] as const,
  ),
]

/**
 * Types that the database's catalogue does not contain, by `table.column` or by a name that is the same in every table.
 */
const COLUMN_TYPES: Readonly<Record<string, TypeNode>> = {
  updated_at: generic('WrittenByDatabase', named('Date')),
  share_options: generic(
    'Generated',
    new GenericExpressionNode('JsonColumn', [generic('Partial', named('ShareOptions'))]),
  ),
  'list_videos.user_id': generic('WrittenByDatabase', named('string')),
  'videos.popularity': generic('WrittenByDatabase', named('number')),
  'videos.place_key': generic('WrittenByDatabase', named('string')),
  // A trigger fills these when they are absent.
  'videos.canonical_url': generic('Generated', named('string')),
  'videos.visibility': generic('Generated', named('Visibility')),
}

const MODULES: Record<string, string> = {
  AnalysisDecision: '@antojo/domain/analysis',
  AnalysisState: '@antojo/domain/analysis',
  EnrichState: '@antojo/domain/analysis',
  IdentifyState: '@antojo/domain/analysis',
  VideoDecision: '@antojo/domain/analysis',
  Platform: '@antojo/domain/platforms/platform',
  PriceRange: '@antojo/domain/price',
  SettingsChoice: '@antojo/domain/settings',
  KnownPlatform: '@antojo/domain/platforms/platform',
  InvitationKind: '@antojo/domain/sharing',
  ListAccess: '@antojo/domain/sharing',
  ListKind: '@antojo/domain/sharing',
  ShareOptions: '@antojo/domain/sharing',
  Visibility: '@antojo/domain/sharing',
  ImportItemState: '@antojo/domain/transfer/import-facts',
  ImportState: '@antojo/domain/transfer/import-facts',
  JsonColumn: './column-types.ts',
  WrittenByDatabase: './column-types.ts',
}
