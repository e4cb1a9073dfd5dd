import { createHash } from 'node:crypto'
import { isProductCode, isTest, type SourceFile, type Violation } from './repository.ts'
import { constantsInOneCase, plainComments } from './language.ts'
import { namedSystemWork } from './system-work.ts'
import { RELEASED_FILE, releasedSchemas } from '../release/released-schema.ts'

type Finding = Pick<Violation, 'path' | 'message'>
type Rule = (files: readonly SourceFile[]) => Finding[]

/** The rules about the content of files; `.dependency-cruiser.ts` holds those about imports. */
export const RULES: Readonly<Record<string, Rule>> = {
  environmentInOnePlace,
  sqlInRepositories,
  noModuleState,
  noOpenEnds,
  noMockedModules,
  constantsInOneCase,
  plainComments,
  namedSystemWork,
  migrationNames,
  releasedMigrations,
  smallFolders,
  declaredWorkspaces,
  formsInTheShell,
  modelVersion,
}

function environmentInOnePlace(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(
      ({ path, text }) =>
        isProductCode(path) && path !== 'apps/server/src/config/env.ts' && /\bprocess\.env\b/.test(text),
    )
    .map(({ path }) => ({
      path,
      message: 'only apps/server/src/config/env.ts reads process.env: take the value as an option',
    }))
}

const SQL =
  /\bsql`|\bsql<|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.query(<[^(\n]*>)?\(\s*['"`]|\bCompiledQuery\.raw\(\s*['"`]/

/** Applies only to the server; the packages for the database contain queries everywhere. */
function sqlInRepositories(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(
      ({ path, text }) =>
        path.startsWith('apps/server/src/') &&
        isProductCode(path) &&
        !path.endsWith('/repo.ts') &&
        SQL.test(text),
    )
    .map(({ path }) => ({ path, message: 'SQL belongs in the repo.ts of its folder' }))
}

const MODULE_STATE =
  /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap)(?:<[^\n]*>)?\(\))/gm

function noModuleState(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(MODULE_STATE)].map((match) => ({
        path,
        message: `'${match[0]}' is state of the whole process: make it a field of the object that owns it`,
      })),
    )
}

const OPEN_END =
  /\bTODO\b(?!\(#\d+\))|\bFIXME\b|@ts-ignore|@ts-expect-error(?! -- )|\b(?:it|test|describe)\.only\(|waitForTimeout/

function noOpenEnds(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(
      ({ path, text }) =>
        /\.(ts|tsx|mjs|sql)$/.test(path) && !path.startsWith('scripts/structure/') && OPEN_END.test(text),
    )
    .map(({ path, text }) => ({
      path,
      message: `'${OPEN_END.exec(text)?.[0]}' does not belong in a finished file`,
    }))
}

/** Tests run the real thing; the sandbox replaces the outside world. */
function noMockedModules(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(
      ({ path, text }) =>
        isTest(path) && !path.startsWith('scripts/') && /\bvi\.mock\(\s*['"](\.|@antojo\/)/.test(text),
    )
    .map(({ path }) => ({
      path,
      message: 'do not mock our own modules: pass what the code needs as an argument',
    }))
}

const MIGRATION = /(?:^|\/)migrations\/([^/]+\.sql)$/

/** NNNN_noun.sql in the schema of the first release, NNNN_verb_noun.sql after it; each number occurs once in its folder. */
function migrationNames(files: readonly SourceFile[]): Finding[] {
  const seen = new Map<string, string>()
  return files.flatMap(({ path }): Finding[] => {
    const name = MIGRATION.exec(path)?.[1]
    if (!name) return []
    const number = /^(\d{4})(_[a-z0-9]+)+\.sql$/.exec(name)?.[1]
    if (!number) return [{ path, message: 'migrations are named NNNN_noun.sql or NNNN_verb_noun.sql' }]
    const key = path.slice(0, -name.length) + number
    const other = seen.get(key)
    seen.set(key, path)
    return other ? [{ path, message: `has the number of ${other}` }] : []
  })
}

/** What a release contains is recorded on databases with its hash, so a change would make the start refuse them. */
function releasedMigrations(files: readonly SourceFile[]): Finding[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const releases = releasedSchemas.parse(JSON.parse(texts.get(RELEASED_FILE) ?? '{}'))
  return Object.entries(releases).flatMap(([version, hashes]) =>
    Object.entries(hashes)
      .filter(
        ([path, sha256]) =>
          createHash('sha256')
            .update(texts.get(path) ?? '')
            .digest('hex') !== sha256,
      )
      .map(([path]) => ({
        path,
        message: `belongs to ${version} and may not change: write a new migration. Until the tag v${version} exists, node scripts/release/freeze.ts records it again`,
      })),
  )
}

const MAX_FILES = 15

/** The maximal number of source files in a folder, without subfolders, tests and fixtures. */
function smallFolders(files: readonly SourceFile[]): Finding[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!/\.(ts|tsx|mjs)$/.test(path) || /\.(test|fixture|spec)\.tsx?$/.test(path)) continue
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([path, count]) => ({ path, message: `holds ${count} source files, more than ${MAX_FILES}` }))
}

const WORKSPACE_IMPORT = /\bfrom '(?<name>@antojo\/[\w-]+)|\bimport\('(?<loaded>@antojo\/[\w-]+)/gu

/**
 * A package that imports another one has to declare it as a dependency; dependency-cruiser does not check workspaces.
 */
function declaredWorkspaces(files: readonly SourceFile[]): Finding[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return files
    .filter(({ path }) => isProductCode(path) && !path.includes('/testing/'))
    .flatMap(({ path, text }) => {
      const folder = path.split('/').slice(0, 2).join('/')
      const declared = texts.get(`${folder}/package.json`) ?? ''
      const imported = new Set(
        [...text.matchAll(WORKSPACE_IMPORT)].map(
          ({ groups }) => groups?.['name'] ?? groups?.['loaded'] ?? '',
        ),
      )
      return [...imported]
        .filter((name) => !declared.includes(`"${name}": "`))
        .map((name) => ({ path, message: `imports ${name}, which ${folder}/package.json does not declare` }))
    })
}

/** Its files keep typed text, show refusals and ask before a loss, which a bare element would not. */
const FORM_SHELL = 'apps/web/src/ui/form/'

function formsInTheShell(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(
      ({ path, text }) =>
        path.startsWith('apps/web/src/') && !path.startsWith(FORM_SHELL) && /<form\b/.test(text),
    )
    .map(({ path }) => ({ path, message: `use Form or SearchForm of ${FORM_SHELL} instead of <form>` }))
}

/**
 * The data that identification depends on beside the code: the model, the words that its features are read from, and
 * the costs that its decisions weigh.
 */
const LEARNED = /^packages\/identify\/(model\.json|src\/text\/(words|cues)\.ts|src\/costs\.ts)$/
export const MODEL_VERSION_FILE = 'packages/identify/src/model/version.ts'

/** Stored analyses are made again only when the version rises. */
function modelVersion(files: readonly SourceFile[]): Finding[] {
  const version = files.find(({ path }) => path === MODEL_VERSION_FILE)
  if (version === undefined) return []
  const fingerprint = modelFingerprint(files)
  if (version.text.includes(`'${fingerprint}'`)) return []
  const message = `the model, the lexicon or the costs have changed: run npm run train:identify after a new cue or feature; otherwise raise MODEL_VERSION and set MODEL_FINGERPRINT to '${fingerprint}'`
  return [{ path: MODEL_VERSION_FILE, message }]
}

/** Comments change no answer. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** A hash of the model, the lexicon and the costs. */
export function modelFingerprint(files: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  const learned = files.filter(({ path }) => LEARNED.test(path))
  for (const { path, text } of learned.toSorted((a, b) => a.path.localeCompare(b.path)))
    hash.update(path).update(path.endsWith('.ts') ? text.replaceAll(COMMENT, '') : text)
  return hash.digest('hex').slice(0, 16)
}
