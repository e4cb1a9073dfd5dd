import { createHash } from 'node:crypto'
import { readFile, glob, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './steps.ts'
import type { Step } from './steps.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'apps/web/{package.json,index.html,tsconfig.json,*.ts}',
  'apps/web/{src,public,service-worker}/**/*.*',
  'packages/{domain,contract}/src/**/*.ts',
  // Only this file, because the compiler writes others into the folder.
  'packages/i18n/project.inlang/settings.json',
  'packages/i18n/{src,messages}/**/*.*',
  'packages/i18n/*.mjs',
  'package-lock.json',
]
const STAMP = 'apps/web/dist/.sources'

/** Builds the web app unless apps/web/dist is current. Throws when the build fails. */
export async function buildWeb(): Promise<void> {
  const hash = await hashSources()
  const built = await readFile(join(ROOT, STAMP), 'utf8').catch(() => '')
  if (built === hash) return
  console.error('Building the web app…')
  const commands: Step['command'][] = [
    ['node', join(ROOT, 'packages/i18n/compile.mjs')],
    ['vite', 'build', join(ROOT, 'apps/web')],
  ]
  for (const command of commands) {
    const { ok, output } = await run(command)
    if (!ok) throw new Error(`The web app could not be built.\n${output}`)
  }
  await writeFile(join(ROOT, STAMP), hash)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const paths: string[] = []
  for await (const path of glob(SOURCES, { cwd: ROOT })) paths.push(path)
  for (const path of paths.toSorted()) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash.update(path).update(await readFile(join(ROOT, path)))
  }
  return hash.digest('hex')
}
