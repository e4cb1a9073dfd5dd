import type { Rule, SourceFile, Violation } from './source-file.ts'

const VAGUE = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'shared', 'index'])
const SERVER_FEATURE_FILES = new Set(['routes', 'service', 'repo', 'present', 'jobs', 'errors'])
const SERVER_ENTRIES = new Set(['main.ts', 'run.ts', 'context.ts'])
const SERVER_FOLDERS = new Set([
  'config',
  'core',
  'telemetry',
  'backup',
  'http',
  'features',
  'identify',
  'adapters',
  'jobs',
  'cli',
])
const WEB_FOLDERS = new Set(['app', 'features', 'entities', 'components', 'ui', 'lib'])
/** Kebab case, dots between the parts; file routes may lead with _ and name a parameter with $. */
const FILE_NAME = /^(_*[a-z0-9]+(-[a-z0-9]+)*|\$[a-zA-Z]+)(\.([a-z0-9-]+|\$[a-zA-Z]+))*$/
const MIGRATION = /(?:^|\/)migrations\/([^/]+)$/

/** Folders and files say what they hold: kebab case, and no drawer for everything. */
export const noVagueNames: Rule = (files) =>
  codeFiles(files).flatMap(({ path }) => {
    const parts = path.split('/').map((part) => part.replace(/\..*$/, ''))
    const vague = parts.find((part) => VAGUE.has(part))
    return vague ? [{ path, message: `'${vague}' says nothing: name it after what it holds` }] : []
  })

export const kebabCase: Rule = (files) =>
  codeFiles(files)
    .filter(({ path }) => !FILE_NAME.test(path.split('/').at(-1) ?? ''))
    .map(({ path }) => ({ path, message: 'file names are kebab-case' }))

/** apps/server/src/features/<noun>/ knows six files, so that everybody guesses right where something is. */
export const serverFeatureVocabulary: Rule = (files) =>
  codeFiles(files).flatMap(({ path }) => {
    const rest = /^apps\/server\/src\/features\/(.+)$/.exec(path)?.[1]
    if (!rest) return []
    const [, file, ...deeper] = rest.split('/')
    const base = file?.replace(/(\.test)?\.ts$/, '')
    if (base && deeper.length === 0 && SERVER_FEATURE_FILES.has(base)) return []
    return [
      { path, message: `a feature is <noun>/{${[...SERVER_FEATURE_FILES].join(',')}}.ts and their tests` },
    ]
  })

export const knownFolders: Rule = (files) =>
  codeFiles(files).flatMap(({ path }) => {
    const match = /^apps\/(server|web)\/src\/([^/]+)(\/)?/.exec(path)
    if (!match) return []
    const [, app, name = '', slash] = match
    if (app === 'server') {
      const known = slash ? SERVER_FOLDERS.has(name) : SERVER_ENTRIES.has(name)
      return known
        ? []
        : [{ path, message: `apps/server/src holds ${list(SERVER_ENTRIES)} and ${list(SERVER_FOLDERS)}` }]
    }
    return !slash || WEB_FOLDERS.has(name)
      ? []
      : [{ path, message: `apps/web/src holds the folders ${list(WEB_FOLDERS)}` }]
  })

/** NNNN_verb_noun.sql, each number once in its folder. */
export const migrationNames: Rule = (files) => {
  const seen = new Map<string, string>()
  return files.flatMap(({ path }): Violation[] => {
    const name = path.endsWith('.sql') ? MIGRATION.exec(path)?.[1] : undefined
    if (!name) return []
    const number = /^(\d{4})_[a-z0-9]+(_[a-z0-9]+)+\.sql$/.exec(name)?.[1]
    if (!number) return [{ path, message: 'migrations are named NNNN_verb_noun.sql' }]
    const key = path.slice(0, -name.length) + number
    const other = seen.get(key)
    seen.set(key, path)
    return other ? [{ path, message: `has the number of ${other}` }] : []
  })
}

function codeFiles(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
}

function list(names: ReadonlySet<string>): string {
  return [...names].join(', ')
}
