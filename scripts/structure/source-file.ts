import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** One file of the repository as the structure rules see it. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Module specifiers; relative ones are resolved to paths from the root. */
  readonly imports: readonly string[]
}

export interface Violation {
  readonly path: string
  readonly message: string
}

/** A law of the house: what it looks for, file by file or over all files. */
export type Rule = (files: readonly SourceFile[]) => Violation[]

const CODE = /\.(ts|tsx|mjs)$/
const TEXT = /\.(ts|tsx|mjs|json|sql|md)$/
const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: CODE.test(path) ? importsOf(path, text) : [] }
}

/** Tests, and what only tests and measurements use. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^e2e\/|^packages\/testing\/|\/(testing|tests|bench)\//.test(path)
}

/** Every text file that git tracks or would track; generated and ignored files are not seen. */
export function readRepository(root: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .filter((path) => TEXT.test(path) && !path.endsWith('package-lock.json') && existsSync(join(root, path)))
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map((match) => {
    const specifier = match[1] ?? match[2] ?? ''
    return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
  })
}
