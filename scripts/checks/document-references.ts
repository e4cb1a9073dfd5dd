/** What a repository offers for its documents to refer to. */
interface Repository {
  /** Every tracked file, relative to the root. */
  readonly files: ReadonlySet<string>
  /** The names that `npm run` takes, in the root or in a workspace. */
  readonly commands: ReadonlySet<string>
}

const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g
const CODE = /`([^`\n]+)`/g
const COMMAND = /\bnpm run ([\w:-]+)/g
/** A path from the root, or the bare name of a test; patterns and placeholders are no references. */
const PATH =
  /^(?:(?:apps|packages|db|deploy|demo|docs|e2e|bench|scripts)\/[\w./-]+|[\w-]+\.(?:test|spec)\.tsx?)$/

/** The links, paths and commands of a document that lead to nothing. */
export function brokenReferences(path: string, text: string, repository: Repository): readonly string[] {
  const links = targets(text, LINK).filter((link) => !/^[a-z]+:/.test(link))
  const paths = targets(text, CODE).filter((code) => PATH.test(code))
  const commands = targets(text, COMMAND)
  return [
    ...links.filter((link) => !exists(resolve(path, link), repository)),
    ...paths.filter((found) => !exists(found, repository)),
    ...commands.filter((name) => !repository.commands.has(name)).map((name) => `npm run ${name}`),
  ]
}

function targets(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, target]) => target ?? [])
}

/** A link of a document as a path from the root. */
function resolve(document: string, link: string): string {
  return new URL(link, `file:///${document}`).pathname.slice(1)
}

/** A file, a folder, or the name of a test that stands anywhere. */
function exists(target: string, { files }: Repository): boolean {
  const folder = target.endsWith('/') ? target : `${target}/`
  const isBareName = !target.includes('/')
  return [...files].some(
    (file) => file === target || file.startsWith(folder) || (isBareName && file.endsWith(`/${target}`)),
  )
}
