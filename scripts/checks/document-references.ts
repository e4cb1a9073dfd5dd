/** The possible targets of references in documents. */
interface Repository {
  /** Every tracked file, relative to the root. */
  readonly files: ReadonlySet<string>
  /** The scripts of `npm run`, in the root and in workspaces. */
  readonly commands: ReadonlySet<string>
}

const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g
const CODE = /`([^`\n]+)`/g
const COMMAND = /\bnpm run ([\w:-]+)/g
/** A path from the root, or the name of a test file; patterns and placeholders are not references. */
const PATH =
  /^(?:(?:apps|packages|db|deploy|demo|docs|e2e|bench|scripts)\/[\w./-]+|[\w-]+\.(?:test|spec)\.tsx?)$/

/** The links, paths and commands of a document that do not exist. */
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

/** True for a file, a folder, and the name of a test file in any folder. */
function exists(target: string, { files }: Repository): boolean {
  const folder = target.endsWith('/') ? target : `${target}/`
  const isBareName = !target.includes('/')
  return [...files].some(
    (file) => file === target || file.startsWith(folder) || (isBareName && file.endsWith(`/${target}`)),
  )
}
