import { isTest } from './source-file.ts'
import type { Rule, SourceFile } from './source-file.ts'

/** Code of the product: what runs for users, not tests, scripts and configuration of tools. */
function productCode(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path))
}

export const environmentInOnePlace: Rule = (files) =>
  productCode(files)
    .filter(({ path, text }) => path !== 'apps/server/src/config/env.ts' && /\bprocess\.env\b/.test(text))
    .map(({ path }) => ({
      path,
      message: 'process.env is read in apps/server/src/config/env.ts only: take the value as an option',
    }))

const SQL = /\bsql`|\bsql<|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/

/** In the server, queries stand in repo.ts; packages over the database hold their own. */
export const sqlInRepositories: Rule = (files) =>
  productCode(files)
    .filter(
      ({ path, text }) =>
        path.startsWith('apps/server/src/') && !/(^|\/)repo\.ts$/.test(path) && SQL.test(text),
    )
    .map(({ path }) => ({ path, message: 'SQL belongs into the repo.ts of a feature' }))

export const noModuleState: Rule = (files) =>
  productCode(files).flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap)(?:<[^\n]*>)?\(\))/gm,
      ),
    ].map((match) => ({
      path,
      message: `module-level state '${match[0]}': make it a field of what owns it`,
    })),
  )

export const noOpenEnds: Rule = (files) =>
  files
    .filter(
      ({ path, text }) =>
        /\.(ts|tsx|mjs|sql)$/.test(path) && !path.startsWith('scripts/structure/') && OPEN_END.test(text),
    )
    .map(({ path, text }) => ({
      path,
      message: `'${OPEN_END.exec(text)?.[0]}' has no place in a finished file`,
    }))

const OPEN_END =
  /\bTODO\b(?!\(#\d+\))|\bFIXME\b|@ts-ignore|@ts-expect-error(?! -- )|\b(?:it|test|describe)\.only\(|waitForTimeout/

/** Tests talk to the real thing; only the outside world is replaced, by the sandbox server. */
export const noMockedModules: Rule = (files) =>
  files
    .filter(
      ({ path, text }) =>
        isTest(path) && !path.startsWith('scripts/') && /\bvi\.mock\(\s*['"](\.|@antojo\/)/.test(text),
    )
    .map(({ path }) => ({
      path,
      message: 'our own modules are never mocked: pass what the code needs as an argument',
    }))

const CONFIG = 'apps/server/src/config/config.ts'
const HANDBOOK = 'docs/operating.md'

/** Every setting stands in the operating handbook. */
export const settingsDocumented: Rule = (files) => {
  const handbook = files.find(({ path }) => path === HANDBOOK)?.text ?? ''
  const config = files.find(({ path }) => path === CONFIG)?.text ?? ''
  return [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].flatMap(([, name = '']) =>
    handbook.includes(`\`${name}\``)
      ? []
      : [{ path: HANDBOOK, message: `does not tell of the setting ${name}` }],
  )
}

/** A language's messages stand in one or several files: es.json, es.screens.json. */
const MESSAGES = /^packages\/i18n\/messages\/(es|en)(?:\.[a-z-]+)?\.json$/

/** Spanish and English hold the same messages with the same variables. */
export const messagesInBothLanguages: Rule = (files) => {
  const [es, en] = [messagesOf('es', files), messagesOf('en', files)]
  return [...new Set([...es.keys(), ...en.keys()])].flatMap((key) => {
    const [spanish, english] = [es.get(key), en.get(key)]
    if (spanish === english) return []
    const path = `packages/i18n/messages/${english === undefined ? 'en' : 'es'}.json`
    const missing = spanish === undefined || english === undefined
    return [
      {
        path,
        message: missing
          ? `lacks '${key}'`
          : `'${key}' has other variables (${spanish}) than the other language (${english})`,
      },
    ]
  })
}

/** Every message that the code names exists. */
export const usedMessagesExist: Rule = (files) => {
  const known = messagesOf('es', files)
  return files.flatMap(({ path, text: code }) =>
    /\.tsx?$/.test(path) && /i18n\/messages'/.test(code)
      ? [...code.matchAll(/\bm\.([a-z0-9_]+)\(/gi)].flatMap(([, key = '']) =>
          known.has(key) ? [] : [{ path, message: `uses the message '${key}', which no language has` }],
        )
      : [],
  )
}

function messagesOf(language: 'es' | 'en', files: readonly SourceFile[]): Map<string, string> {
  const catalogues = files.filter(({ path }) => MESSAGES.exec(path)?.[1] === language)
  return new Map(catalogues.flatMap(({ text }) => [...messageVariables(text)]))
}

/** Key → its variables, sorted, as one string. */
function messageVariables(text: string): Map<string, string> {
  const catalogue: Record<string, unknown> = JSON.parse(text)
  return new Map(
    Object.entries(catalogue)
      .filter(([key]) => !key.startsWith('$'))
      .map(([key, value]) => [
        key,
        [...new Set(JSON.stringify(value).match(/\{\w+\}/g))].toSorted().join(' '),
      ]),
  )
}
