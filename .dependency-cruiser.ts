import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'

/** Tests and what only they use may import anything. */
const TESTS = String.raw`\.(test|fixture|spec)\.tsx?$|^(e2e|bench|demo)/|^packages/testing/|/(testing|tests|bench)/`

/** The layers that each layer of the server may import besides itself. Packages are free to all. */
const SERVER_LAYERS = {
  core: [],
  config: [],
  telemetry: ['core', 'config'],
  adapters: ['core', 'config', 'telemetry'],
  identify: ['core', 'config', 'telemetry', 'adapters'],
  features: ['core', 'config', 'telemetry', 'adapters', 'identify'],
  jobs: ['core', 'config', 'telemetry', 'adapters', 'identify', 'features'],
  backup: ['core', 'config', 'telemetry', 'features', 'jobs'],
  'context.ts': ['core', 'config', 'telemetry', 'adapters', 'identify', 'features', 'jobs'],
  http: ['core', 'config', 'telemetry', 'adapters', 'identify', 'features', 'jobs', 'context.ts'],
  'run.ts': ['core', 'config', 'telemetry', 'http', 'context.ts'],
  cli: [
    'core',
    'config',
    'telemetry',
    'adapters',
    'identify',
    'features',
    'jobs',
    'backup',
    'http',
    'run.ts',
  ],
  'main.ts': ['cli'],
} as const

const WEB_LAYERS = {
  lib: [],
  ui: ['lib'],
  components: ['ui', 'lib'],
  entities: ['components', 'ui', 'lib'],
  features: ['entities', 'components', 'ui', 'lib'],
  app: ['features', 'entities', 'components', 'ui', 'lib'],
  'main.ts': ['app', 'features', 'entities', 'components', 'ui', 'lib'],
} as const

const PACKAGE_LAYERS = {
  domain: [],
  contract: ['domain'],
  i18n: ['domain'],
  db: ['domain'],
  auth: ['db'],
  'data-api': ['db'],
  identify: ['domain'],
  imports: ['domain'],
  places: ['domain', 'db', 'identify'],
} as const

/** Where programs begin: a file that none of them reaches is dead. */
const ENTRIES = [
  // The build puts it in place of a file of lucide-react.
  'apps/web/src/ui/create-icon\\.ts',
  'apps/server/src/main\\.ts',
  'apps/server/src/cli/antojo\\.ts',
  'apps/server/src/.+-program\\.ts',
  'packages/auth/src/.+-thread\\.ts',
  'apps/server/src/.+-thread\\.ts',
  'apps/web/src/main\\.ts',
  'apps/web/src/before-paint\\.ts',
  'apps/web/src/.+\\.worker\\.ts',
  'apps/web/service-worker/.+\\.ts',
  'apps/web/[a-z-]+\\.ts',
  'bench/.+',
  'demo/.+',
  'scripts/.+',
]

function alternatives(names: readonly string[]): string {
  return names.map((name) => (name.endsWith('.ts') ? name.replace('.', '\\.') + '$' : `${name}/`)).join('|')
}

function layerRules(
  root: string,
  layers: Readonly<Record<string, readonly string[]>>,
  comment: string,
): IForbiddenRuleType[] {
  const names = Object.keys(layers)
  const outside: IForbiddenRuleType = {
    name: `${root}: known folders`,
    comment: `${root} holds ${names.join(', ')} and nothing else.`,
    severity: 'error',
    from: {},
    to: { path: `^${root}/`, pathNot: `^${root}/(${alternatives(names)})|\\.(json|css|svg|sql)$` },
  }
  const rules = Object.entries(layers).map(([layer, allowed]): IForbiddenRuleType => ({
    name: `${root}: ${layer}`,
    comment: `${comment} ${layer} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other folder'}.`,
    severity: 'error',
    from: { path: `^${root}/(${alternatives([layer])})`, pathNot: TESTS },
    to: { path: `^${root}/`, pathNot: `^${root}/(${alternatives([layer, ...allowed])})|\\.(css|svg)$` },
  }))
  return [outside, ...rules]
}

const config: IConfiguration = {
  forbidden: [
    {
      name: 'no circles',
      comment: 'Files that need each other, if only for a type, are one file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules('apps/server/src', SERVER_LAYERS, 'See docs/architecture.md.'),
    ...layerRules('apps/web/src', WEB_LAYERS, 'See apps/web/README.md.'),
    ...layerRules('packages', PACKAGE_LAYERS, 'See docs/architecture.md.').slice(1),
    {
      name: 'packages import no app',
      severity: 'error',
      from: { path: '^packages/', pathNot: TESTS },
      to: { path: '^(apps|scripts|e2e|demo|bench)/|^packages/testing/' },
    },
    {
      name: 'server features are entered through service.ts',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/server/src/features/',
        pathNot: '^apps/server/src/features/($1/|[^/]+/service\\.ts$)',
      },
    },
    {
      name: 'web features are entered through api.ts or a component',
      comment:
        "A feature imports another one only through its api.ts or a file of its folder's top level that exports a component (.tsx).",
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/($1/|[^/]+/(api\\.ts|[^/]+\\.tsx)$)',
      },
    },
    {
      name: 'auth: extras',
      comment: 'Only their mount imports extras, so that the auth service works without any of them.',
      severity: 'error',
      from: {
        path: '^packages/auth/src/',
        pathNot: `${TESTS}|^packages/auth/src/extras/`,
      },
      to: {
        path: '^packages/auth/src/extras/',
        pathNot: '^packages/auth/src/extras/mount\\.ts$',
      },
    },
    {
      name: 'auth: extras do not need each other',
      severity: 'error',
      from: { path: '^packages/auth/src/extras/([^/]+)/', pathNot: TESTS },
      to: { path: '^packages/auth/src/extras/', pathNot: '^packages/auth/src/extras/$1/' },
    },
    {
      name: 'domain and identification are pure',
      comment: 'The domain runs in the browser too; identification reads no files but those that measure it.',
      severity: 'error',
      from: { path: '^packages/(domain|identify)/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'declared dependencies',
      comment: 'The package is not in the package.json of the workspace that imports it.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `${TESTS}|^apps/web/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no dead files',
      comment: 'No program reaches this file.',
      severity: 'error',
      from: { path: `^(${ENTRIES.join('|')})$` },
      to: {
        path: '^(apps|packages)/[^/]+/src/.+\\.tsx?$',
        pathNot: `${TESTS}|\\.d\\.ts$|^(${ENTRIES.join('|')})$`,
        reachable: false,
      },
    },
  ],
  options: {
    parser: 'swc',
    // Counts imports of types too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/generated/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
export default config
