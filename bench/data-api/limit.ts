import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadCatalog } from '@antojo/data-api/catalog/load'
import { prepare } from '@antojo/data-api/execute/executor'
import { compileRequest } from '@antojo/data-api/http/compile-request'
import { DEFAULT_LIMITS } from '@antojo/data-api/request/limits'
import type { Pool } from 'pg'
import { idOf } from './database.ts'
import type { Scenario } from './scenarios.ts'

const run = promisify(execFile)
const PLACES = ['/usr/bin/pgbench', '/usr/local/bin/pgbench', '/opt/homebrew/bin/pgbench']

/** The path of pgbench; the embedded Postgres does not contain it. */
export function findPgbench(): string | undefined {
  return PLACES.find((place) => existsSync(place))
}

/** Requests per second when pgbench sends the same statements as a scenario, prepared and pipelined. */
export async function measureLimit(
  pgbench: string,
  {
    pool,
    socketDir,
    scenario,
    seconds,
  }: {
    readonly pool: Pool
    readonly socketDir: string
    readonly scenario: Scenario
    readonly seconds: number
  },
): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-limit-'))
  try {
    const files: string[] = []
    for (let user = 1; user <= 40; user += 1) {
      const file = join(dir, `${user}.sql`)
      await writeFile(file, await scriptOf(pool, scenario, idOf(user * 37)))
      files.push('-f', file)
    }
    const flags = ['-n', '-M', 'prepared', '-c', '6', '-j', '1', '-T', String(seconds)]
    const { stdout } = await run(pgbench, [...flags, ...files, '-h', socketDir, '-U', 'antojo', 'antojo'])
    return Number(/tps = ([\d.]+) /.exec(stdout)?.[1] ?? 0)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function scriptOf(pool: Pool, scenario: Scenario, user: string): Promise<string> {
  const [path = '', queryText = ''] = scenario.path(user).split('?')
  const planned = compileRequest(
    {
      method: scenario.method,
      path,
      queryText,
      headers: { prefer: scenario.headers['Prefer'], 'content-type': 'application/json' },
      body: scenario.body(user),
    },
    {
      schemas: ['public'],
      maxRows: 1000,
      planEnabled: false,
      aggregatesEnabled: false,
      plannerCounts: false,
      txEndOverride: false,
      capabilityColumns: new Set(),
      limits: DEFAULT_LIMITS,
    },
    await loadCatalog(pool, ['public']),
  )
  if (planned.kind !== 'plan') throw new Error('a scenario must reach the database')
  const prepared = prepare(
    {
      role: 'authenticated',
      searchPath: '"public"',
      claims: JSON.stringify({ sub: user, role: 'authenticated' }),
      method: scenario.method,
      path,
      headers: '{}',
      cookies: '{}',
      capabilities: '[]',
      readOnly: planned.plan.readOnly,
      genericPlans: true,
      statementTimeout: 15_000,
      timezone: undefined,
    },
    planned.plan.statements,
  )
  const statements = prepared.map(({ text, values }) => `${inline(text, values)};`)
  return ['\\startpipeline', ...statements, '\\endpipeline', ''].join('\n')
}

/** pgbench has variables for numbers only, so values are inlined into the text; colons would start a variable. */
function inline(text: string, values: readonly (string | null)[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const value = values[Number(digits) - 1]
    if (value === undefined || value === null) return 'NULL'
    const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')
    return `E'${escaped}'`
  })
}
