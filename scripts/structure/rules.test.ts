import { describe, expect, test } from 'vitest'
import { RULES } from './rules.ts'

type Sample = readonly [path: string, text: string]

/** For each rule: files that break it in one place, and files that keep it. */
const SAMPLES: Record<string, { readonly broken: readonly Sample[]; readonly kept: readonly Sample[] }> = {
  environmentInOnePlace: {
    broken: [['apps/server/src/http/app.ts', 'const port = process.env.PORT']],
    kept: [['apps/server/src/config/env.ts', 'const port = process.env.PORT']],
  },
  sqlInRepositories: {
    broken: [['apps/server/src/features/videos/service.ts', "tx.selectFrom('videos')"]],
    kept: [
      ['apps/server/src/features/videos/repo.ts', "tx.selectFrom('videos')"],
      ['apps/server/src/jobs/pg-boss.ts', 'pool.query(text, values)'],
    ],
  },
  noModuleState: {
    broken: [['packages/db/src/database.ts', 'const pools = new Map<string, Pool>()']],
    kept: [['packages/db/src/database.ts', "const NAMES = new Set(['a'])"]],
  },
  noOpenEnds: {
    broken: [['packages/db/src/database.ts', '// TODO later']],
    kept: [['packages/db/src/database.ts', '// NOTE: pg returns int8 as text']],
  },
  noMockedModules: {
    broken: [['packages/db/src/database.test.ts', "vi.mock('./pool.ts')"]],
    kept: [['packages/db/src/database.test.ts', "vi.mock('some-npm-package')"]],
  },
  constantsInOneCase: {
    broken: [['packages/db/src/database.ts', 'const poolSize = 8']],
    kept: [['packages/db/src/database.ts', "const POOL_SIZE = 8\nconst pool = 'a'.repeat(8)"]],
  },
  plainComments: {
    broken: [['packages/db/src/database.ts', '/** What a query costs. */']],
    kept: [['packages/db/src/database.ts', '/** The cost of a query; it shows what a page needs. */']],
  },
  namedSystemWork: {
    broken: [['apps/server/src/features/tokens/service.ts', "database.asSystem('list tokens', readAll)"]],
    kept: [
      ['apps/server/src/features/tokens/service.ts', "database.asSystem(\n'use a token', find)"],
      ['apps/server/src/features/tokens/jobs.ts', "database.asSystem('end tokens', removeAll)"],
    ],
  },
  migrationNames: {
    broken: [
      ['db/migrations/0001_create_lists.sql', ''],
      ['db/migrations/0001_create_users.sql', ''],
    ],
    kept: [
      ['db/migrations/0001_people.sql', ''],
      ['db/migrations/0002_add_languages.sql', ''],
      ['packages/auth/migrations/0001_accounts.sql', ''],
    ],
  },
  releasedMigrations: {
    broken: [
      ['db/released.json', `{"1.0.0":{"db/migrations/0001_people.sql":"${'0'.repeat(64)}"}}`],
      ['db/migrations/0001_people.sql', 'select 1'],
    ],
    kept: [
      [
        'db/released.json',
        '{"1.0.0":{"db/migrations/0001_people.sql":"822ae07d4783158bc1912bb623e5107cc9002d519e1143a9c200ed6ee18b6d0f"}}',
      ],
      ['db/migrations/0001_people.sql', 'select 1'],
      ['db/migrations/0002_add_languages.sql', 'select 2'],
    ],
  },
  smallFolders: {
    broken: sourceFiles(16),
    kept: [...sourceFiles(15), ['apps/web/src/lib/a1.test.ts', ''], ['apps/web/src/lib/view/a.ts', '']],
  },
  declaredWorkspaces: {
    broken: [
      ['apps/server/src/a.ts', "import { a } from '@antojo/imports/a'"],
      ['apps/server/package.json', '{ "dependencies": { "@antojo/db": "0.1.0" } }'],
    ],
    kept: [
      ['apps/server/src/a.ts', "import { a } from '@antojo/db/a'"],
      ['apps/server/package.json', '{ "dependencies": { "@antojo/db": "0.1.0" } }'],
    ],
  },
  formsInTheShell: {
    broken: [['apps/web/src/features/lists/list-form.tsx', '<form onSubmit={submit}>']],
    kept: [
      ['apps/web/src/features/lists/list-form.tsx', '<Form form={form}>'],
      ['apps/web/src/ui/form/form.tsx', '<form onSubmit={submit}>'],
    ],
  },
  modelVersion: {
    broken: modelFiles('{"trees":1}'),
    kept: modelFiles('{"trees":2}'),
  },
}

/** The fingerprint is that of the model `{"trees":2}`. */
function modelFiles(model: string): Sample[] {
  return [
    ['packages/identify/model.json', model],
    ['packages/identify/src/model/version.ts', "export const MODEL_FINGERPRINT = '7884666792be5dd8'"],
  ]
}

function sourceFiles(count: number): Sample[] {
  return Array.from({ length: count }, (_, index) => [`apps/web/src/lib/a${index}.ts`, ''])
}

describe('rules about the content of files', () => {
  test('every rule has its samples', () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(Object.keys(RULES).toSorted())
  })

  test.for(Object.entries(SAMPLES))('%s', ([name, { broken, kept }]) => {
    expect(findings(name, kept)).toEqual([])
    expect(findings(name, broken)).toHaveLength(1)
  })

  test('work in the list that nothing does is found', () => {
    const list = ['scripts/structure/system-work.ts', ''] as const
    const does = ['apps/server/src/context.ts', "database.asSystem('end abandoned tries', end)"] as const
    const all = findings('namedSystemWork', [list])?.length ?? 0
    expect(findings('namedSystemWork', [list, does])).toHaveLength(all - 1)
  })

  test('raw queries count as SQL', () => {
    const sample = ['apps/server/src/jobs/pg-boss.ts', "pool.query<Row>('select 1')"] as const
    expect(findings('sqlInRepositories', [sample])).toHaveLength(1)
  })
})

function findings(name: string, samples: readonly Sample[]) {
  return RULES[name]?.(samples.map(([path, text]) => ({ path, text })))
}
