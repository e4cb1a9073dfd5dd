import { describe, expect, test } from 'vitest'
import { RULES } from './rules.ts'
import { sourceFile } from './source-file.ts'

const CATALOGUE = 'packages/i18n/messages/'

/** For each rule: files that break it (the first one is to blame) and files that keep it. */
const CASES: Record<string, { broken: [string, string][]; kept: [string, string][] }> = {
  noVagueNames: {
    broken: [['packages/domain/src/utils/text.ts', '']],
    kept: [['packages/domain/src/text.ts', '']],
  },
  kebabCase: {
    broken: [['apps/web/src/ui/TextField.tsx', '']],
    kept: [['apps/web/src/app/list.$listId.tsx', '']],
  },
  serverFeatureVocabulary: {
    broken: [['apps/server/src/features/videos/controller.ts', '']],
    kept: [['apps/server/src/features/videos/repo.test.ts', '']],
  },
  knownFolders: {
    broken: [['apps/server/src/middleware/auth.ts', '']],
    kept: [['apps/server/src/http/app.ts', '']],
  },
  migrationNames: {
    broken: [
      ['db/migrations/0001_create_lists.sql', ''],
      ['db/migrations/0001_create_users.sql', ''],
    ],
    kept: [
      ['db/migrations/0001_create_users.sql', ''],
      ['packages/auth/migrations/0001_create_auth.sql', ''],
    ],
  },
  serverDirection: {
    broken: [
      ['apps/server/src/adapters/oembed/port.ts', "import { x } from '../../features/videos/service.ts'"],
    ],
    kept: [
      ['apps/server/src/features/videos/service.ts', "import { x } from '../../adapters/oembed/port.ts'"],
    ],
  },
  webDirection: {
    broken: [['apps/web/src/ui/overlay/dialog.tsx', "import { x } from '../features/videos/api.ts'"]],
    kept: [['apps/web/src/features/videos/api.ts', "import { x } from '../../ui/dialog.tsx'"]],
  },
  packageDirection: {
    broken: [['packages/auth/src/plugin.ts', "import { x } from '@antojo/places/place'"]],
    kept: [['packages/auth/src/plugin.test.ts', "import { x } from '@antojo/testing/database'"]],
  },
  domainIsPure: {
    broken: [['packages/domain/src/text.ts', "import { x } from 'node:fs'"]],
    kept: [['packages/db/src/supervisor.ts', "import { x } from 'node:fs'"]],
  },
  featureFrontDoors: {
    broken: [['apps/server/src/features/lists/service.ts', "import { x } from '../videos/repo.ts'"]],
    kept: [['apps/server/src/features/lists/service.ts', "import { x } from '../videos/service.ts'"]],
  },
  declaredDependencies: {
    broken: [
      ['packages/db/src/database.ts', "import pg from 'pg'"],
      ['packages/db/package.json', '{"dependencies":{},"devDependencies":{"pg":"8"}}'],
    ],
    kept: [
      ['packages/db/src/database.ts', "import pg from 'pg'\nimport { join } from 'node:path'"],
      ['packages/db/package.json', '{"dependencies":{"pg":"8"}}'],
    ],
  },
  environmentInOnePlace: {
    broken: [['apps/server/src/http/app.ts', 'const port = process.env.PORT']],
    kept: [['apps/server/src/config/env.ts', 'const port = process.env.PORT']],
  },
  sqlInRepositories: {
    broken: [['apps/server/src/features/videos/service.ts', "tx.selectFrom('videos')"]],
    kept: [['apps/server/src/features/videos/repo.ts', "tx.selectFrom('videos')"]],
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
  settingsDocumented: {
    broken: [
      ['docs/operating.md', '| `HOST` |'],
      ['apps/server/src/config/config.ts', '  PORT: z.number(),\n  HOST: z.string(),'],
    ],
    kept: [
      ['docs/operating.md', '| `HOST`, `PORT` |'],
      ['apps/server/src/config/config.ts', '  PORT: z.number(),\n  HOST: z.string(),'],
    ],
  },
  messagesInBothLanguages: {
    broken: [
      [`${CATALOGUE}en.json`, '{"found":"Found"}'],
      [`${CATALOGUE}es.json`, '{"found":"Se encontraron {n}"}'],
    ],
    kept: [
      [`${CATALOGUE}en.json`, '{"found":"Found {n}"}'],
      [`${CATALOGUE}es.json`, '{"found":"Se encontraron {n}"}'],
    ],
  },
  usedMessagesExist: {
    broken: [
      ['apps/web/src/ui/toast.tsx', "import { m } from '@antojo/i18n/messages'\nm.lost()"],
      [`${CATALOGUE}es.json`, '{"found":"Hallado"}'],
    ],
    kept: [
      ['apps/web/src/ui/toast.tsx', "import { m } from '@antojo/i18n/messages'\nm.found()"],
      [`${CATALOGUE}es.json`, '{"found":"Hallado"}'],
    ],
  },
}

describe('the laws of the house', () => {
  test('every rule has its cases', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(Object.keys(RULES).toSorted())
  })

  test.for(Object.entries(CASES))('%s', ([name, { broken, kept }]) => {
    const rule = RULES[name]
    if (!rule) throw new Error(`No rule ${name}`)
    expect(rule(kept.map(([path, text]) => sourceFile(path, text)))).toEqual([])
    const violations = rule(broken.map(([path, text]) => sourceFile(path, text)))
    expect(violations).toHaveLength(1)
    expect(broken.map(([path]) => path)).toContain(violations[0]?.path)
  })
})
