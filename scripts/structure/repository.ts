import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the repository. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface Violation {
  readonly rule: string
  readonly path: string
  readonly message: string
}

const TEXT = /\.(ts|tsx|mjs|json|sql|md)$/

/** True for tests and for code that only tests and measurements use. */
export function isTest(path: string): boolean {
  return /\.(test|fixture)\.tsx?$|^(e2e|bench|demo)\/|^packages\/testing\/|\/(testing|tests|bench)\//.test(
    path,
  )
}

/** True for code of the product, without tests, scripts and tool settings. */
export function isProductCode(path: string): boolean {
  return /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path)
}

/** All text files that git tracks or would track, without generated and ignored ones. */
export function readRepository(root: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .filter((path) => TEXT.test(path) && !path.endsWith('package-lock.json') && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
