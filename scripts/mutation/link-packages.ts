/** Completes Stryker's copy of the project, in which this runs: packages that must be found inside of it. */
import { cp } from 'node:fs/promises'

/** Our own, whose links must point into the copy, and those of confined decoding processes, which read nothing else. */
const PACKAGES = ['@antojo', 'sharp', '@img', 'detect-libc', 'semver', 'zod']

for (const name of PACKAGES) {
  await cp(`../../node_modules/${name}`, `node_modules/${name}`, { recursive: true, verbatimSymlinks: true })
}
