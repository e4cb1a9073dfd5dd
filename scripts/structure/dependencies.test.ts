import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dependencyViolations, fragments, readDependencies } from './dependencies.ts'

type Files = Readonly<Record<string, string>>
const MAIN = 'apps/server/src/main.ts'
const SERVICE = 'apps/server/src/features/videos/service.ts'
const PAGE = 'apps/web/src/features/videos/page.tsx'

/** For each rule: files that break it once, and files that keep it. The first imports make the others reachable. */
const SAMPLES: Record<string, { readonly broken: Files; readonly kept: Files }> = {
  'no circles': {
    broken: {
      'scripts/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'scripts/b.ts': "import type { A } from './a.ts'\nexport type B = A[]",
    },
    kept: {
      'scripts/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'scripts/b.ts': 'export type B = string',
    },
  },
  'apps/server/src: features': {
    broken: withEntry(SERVICE, "import type { App } from '../../http/app.ts'", 'apps/server/src/http/app.ts'),
    kept: withEntry(
      SERVICE,
      "import { x } from '../../adapters/llm/port.ts'",
      'apps/server/src/adapters/llm/port.ts',
    ),
  },
  'apps/server/src: known folders': {
    broken: withEntry(
      'apps/server/src/cli/serve.ts',
      "import '../middleware/auth.ts'",
      'apps/server/src/middleware/auth.ts',
    ),
    kept: withEntry('apps/server/src/cli/serve.ts', "import '../http/app.ts'", 'apps/server/src/http/app.ts'),
  },
  'apps/web/src: ui': {
    broken: withEntry('apps/web/src/ui/tabs.tsx', "import { Page } from '../features/videos/page.tsx'", PAGE),
    kept: withEntry(PAGE, "import { Tabs } from '../../ui/tabs.tsx'", 'apps/web/src/ui/tabs.tsx'),
  },
  'packages: contract': {
    broken: withEntry(
      'packages/contract/src/ai.ts',
      "import '../../db/src/scope.ts'",
      'packages/db/src/scope.ts',
    ),
    kept: withEntry(
      'packages/contract/src/ai.ts',
      "import '../../domain/src/price.ts'",
      'packages/domain/src/price.ts',
    ),
  },
  'packages import no app': {
    broken: withEntry(
      'packages/db/src/scope.ts',
      "import '../../../apps/server/src/core/asker.ts'",
      'apps/server/src/core/asker.ts',
    ),
    kept: withEntry(
      'packages/db/src/scope.test.ts',
      "import '../../testing/src/database.ts'",
      'packages/testing/src/database.ts',
    ),
  },
  'server features are entered through service.ts': {
    broken: withEntry(SERVICE, "import '../lists/repo.ts'", 'apps/server/src/features/lists/repo.ts'),
    kept: withEntry(SERVICE, "import '../lists/service.ts'", 'apps/server/src/features/lists/service.ts'),
  },
  'web features are entered through api.ts or a component': {
    broken: withEntry(PAGE, "import '../lists/queries.ts'", 'apps/web/src/features/lists/queries.ts'),
    kept: {
      ...withEntry(
        PAGE,
        "import '../lists/api.ts'\nimport '../lists/list-card.tsx'",
        'apps/web/src/features/lists/api.ts',
      ),
      'apps/web/src/features/lists/list-card.tsx': '',
    },
  },
  'auth: extras': {
    broken: withEntry(
      'packages/auth/src/token/routes.ts',
      "import '../extras/web3/web3-grant.ts'",
      'packages/auth/src/extras/web3/web3-grant.ts',
    ),
    kept: withEntry(
      'packages/auth/src/extras/mount.ts',
      "import('./web3/web3-grant.ts')",
      'packages/auth/src/extras/web3/web3-grant.ts',
    ),
  },
  'auth: extras do not need each other': {
    broken: withEntry(
      'packages/auth/src/extras/saml/routes.ts',
      "import '../phone/repo.ts'",
      'packages/auth/src/extras/phone/repo.ts',
    ),
    kept: withEntry(
      'packages/auth/src/extras/saml/routes.ts',
      "import './repo.ts'",
      'packages/auth/src/extras/saml/repo.ts',
    ),
  },
  'domain and identification are pure': {
    broken: withEntry('packages/domain/src/price.ts', "import 'node:fs'", 'packages/domain/src/money.ts'),
    kept: withEntry('packages/db/src/scope.ts', "import 'node:fs'", 'packages/db/src/database.ts'),
  },
  'declared dependencies': {
    broken: {
      ...withEntry('packages/db/src/scope.ts', "import 'pg'", 'packages/db/src/database.ts'),
      'packages/db/package.json': '{ "devDependencies": { "pg": "8" } }',
      'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
      'node_modules/pg/index.js': '',
    },
    kept: {
      ...withEntry('packages/db/src/scope.ts', "import 'pg'", 'packages/db/src/database.ts'),
      'packages/db/package.json': '{ "dependencies": { "pg": "8" } }',
      'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
      'node_modules/pg/index.js': '',
    },
  },
  'no dead files': {
    broken: { [MAIN]: '', 'apps/server/src/core/asker.ts': '' },
    kept: {
      'scripts/check.ts': "import '../apps/server/src/core/asker.ts'",
      'apps/server/src/core/asker.ts': '',
    },
  },
}

/** A file with an import, another file, and a script that reaches both. */
function withEntry(path: string, text: string, other: string): Files {
  return { 'scripts/entry.ts': `import '../${path}'\nimport '../${other}'`, [path]: text, [other]: '' }
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'antojo-structure-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function read(files: Files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))]
  return readDependencies(
    root,
    folders.filter((folder) => folder !== 'node_modules'),
  )
}

describe('rules about imports', () => {
  test.for(Object.entries(SAMPLES))('%s', async ([name, { broken, kept }]) => {
    expect(dependencyViolations(await read(broken)).map(({ rule }) => rule)).toContain(name)
    await rm(root, { recursive: true })
    expect(dependencyViolations(await read(kept))).toEqual([])
  })
})

test('a short file with one importer beside it is a fragment', async () => {
  const part = "import './part.ts'"
  const dependencies = await read({
    'apps/server/src/core/whole.ts': part,
    'apps/server/src/core/part.ts': '',
  })
  expect(fragments(dependencies, () => 44)).toEqual(['apps/server/src/core/part.ts'])
  expect(fragments(dependencies, () => 45)).toEqual([])
  const shared = await read({ 'apps/server/src/core/other.ts': part })
  expect(fragments(shared, () => 44)).toEqual([])
})
