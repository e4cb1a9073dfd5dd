import { isTest } from './source-file.ts'
import type { Rule, SourceFile, Violation } from './source-file.ts'

/** Each layer may import itself and the layers named. Packages are free to all unless PACKAGE_IMPORTS says otherwise. */
const SERVER_LAYERS: Record<string, readonly string[]> = {
  cli: [
    'core',
    'features',
    'identify',
    'adapters',
    'jobs',
    'config',
    'http',
    'backup',
    'run.ts',
    'context.ts',
  ],
  http: ['core', 'features', 'identify', 'adapters', 'jobs', 'config', 'telemetry', 'context.ts'],
  jobs: ['core', 'features', 'identify', 'adapters', 'config', 'telemetry', 'context.ts'],
  features: ['core', 'identify', 'adapters', 'jobs', 'config', 'telemetry', 'context.ts'],
  identify: ['core', 'adapters', 'config', 'telemetry'],
  adapters: ['core', 'config', 'telemetry'],
  backup: ['core', 'features', 'jobs', 'config'],
  core: [],
  telemetry: ['core', 'config'],
  config: [],
}
const WEB_LAYERS: Record<string, readonly string[]> = {
  app: ['features', 'entities', 'components', 'ui', 'lib'],
  features: ['entities', 'components', 'ui', 'lib'],
  entities: ['components', 'ui', 'lib'],
  components: ['ui', 'lib'],
  ui: ['lib'],
  lib: [],
}
/** What the packages may import of each other; their tests may use `testing` too. */
const PACKAGE_IMPORTS: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  i18n: ['domain'],
  db: ['domain'],
  auth: ['db'],
  'data-api': ['db'],
  places: ['domain', 'db'],
}

export const serverDirection: Rule = (files) => layerViolations(files, 'apps/server/src/', SERVER_LAYERS)
export const webDirection: Rule = (files) => layerViolations(files, 'apps/web/src/', WEB_LAYERS)

export const packageDirection: Rule = (files) =>
  files.flatMap((file) => {
    const own = /^packages\/([^/]+)\//.exec(file.path)?.[1]
    const allowed = own ? PACKAGE_IMPORTS[own] : undefined
    if (!own || !allowed) return []
    return file.imports.flatMap((specifier) => {
      const other = /^@antojo\/([^/]+)/.exec(specifier)?.[1] ?? /^packages\/([^/]+)\//.exec(specifier)?.[1]
      if (specifier.startsWith('apps/'))
        return [{ path: file.path, message: 'a package never imports an app' }]
      if (!other || other === own || allowed.includes(other) || (other === 'testing' && isTest(file.path)))
        return []
      return [{ path: file.path, message: `packages/${own} may not import @antojo/${other}` }]
    })
  })

/** The domain runs in the server and in the browser. */
export const domainIsPure: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('packages/domain/src/') && !isTest(path))
    .filter(({ imports }) => imports.some((specifier) => specifier.startsWith('node:')))
    .map(({ path }) => ({ path, message: 'the domain package is pure: nothing of node: in it' }))

/** A feature of the server reaches another one only through its service. */
export const featureFrontDoors: Rule = (files) => {
  const prefix = 'apps/server/src/features/'
  return files.flatMap((file) => {
    if (!file.path.startsWith(prefix) || isTest(file.path)) return []
    const own = file.path.slice(prefix.length).split('/')[0]
    return file.imports.flatMap((specifier) => {
      if (!specifier.startsWith(prefix)) return []
      const [noun, entry] = specifier.slice(prefix.length).split('/')
      if (noun === own || entry === 'service.ts') return []
      return [
        {
          path: file.path,
          message: `imports ${specifier}: another feature is reached through its service.ts`,
        },
      ]
    })
  })
}

/** Every package that a workspace imports stands in its package.json, and not for development only if it runs with the product. */
export const declaredDependencies: Rule = (files) => {
  const manifests = new Map(
    files.filter(({ path }) => path.endsWith('package.json')).map((file) => [file.path, file.text]),
  )
  return files.flatMap((file) => {
    const workspace = /^(packages|apps)\/[^/]+/.exec(file.path)?.[0]
    const manifest = workspace && manifests.get(`${workspace}/package.json`)
    // Measurements install the peers they compare with by themselves.
    if (!manifest || file.path.includes('/bench/')) return []
    const rootManifest = manifests.get('package.json') ?? ''
    return [...new Set(file.imports.map(packageName))].flatMap((name) => {
      // Tests run under tools that the root declares, and reach any workspace and the clients the product uses.
      const free =
        isTest(file.path) && (/^@(antojo|supabase)\//.test(name) || rootManifest.includes(`"${name}"`))
      const given = isDelivered(file.path) ? withoutDevelopment(manifest) : manifest
      const declared = given.includes(`"${name}"`) || manifest.includes(`"@types/${name}"`)
      if (!name || free || declared) return []
      return [
        { path: file.path, message: `imports ${name}, which ${workspace}/package.json does not declare` },
      ]
    })
  })
}

/** What a production install has to run. The web app is built before, with everything there. */
function isDelivered(path: string): boolean {
  return /^(apps\/server|packages\/[^/]+)\/src\//.test(path) && !isTest(path) && !path.includes('.fixture.')
}

function withoutDevelopment(manifest: string): string {
  return manifest.split('"devDependencies"')[0] ?? ''
}

function layerViolations(
  files: readonly SourceFile[],
  root: string,
  layers: Record<string, readonly string[]>,
): Violation[] {
  return files.flatMap((file) => {
    const own = layerOf(file.path, root)
    const allowed = own ? layers[own] : undefined
    if (!own || !allowed || isTest(file.path)) return []
    return file.imports.flatMap((specifier) => {
      const other = layerOf(specifier, root)
      if (!other || other === own || allowed.includes(other)) return []
      return [{ path: file.path, message: `${own} may not import ${other} (${specifier})` }]
    })
  })
}

function layerOf(path: string, root: string): string | undefined {
  return path.startsWith(root) ? path.slice(root.length).split('/')[0] : undefined
}

/** The npm package of a specifier; empty for Node's own modules, relative paths and virtual modules. */
function packageName(specifier: string): string {
  if (!/^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*/.test(specifier)) return ''
  if (/^(node:|virtual:|packages\/|apps\/|scripts\/|demo\/|e2e\/|bench\/)/.test(specifier)) return ''
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}
