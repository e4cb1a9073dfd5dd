import { fileURLToPath } from 'node:url'

/** Compiler options: the app decides the language itself, so no cookie, no URL strategy. */
export const paraglide = {
  project: fileURLToPath(new URL('./project.inlang', import.meta.url)),
  outdir: fileURLToPath(new URL('./generated', import.meta.url)),
  strategy: ['globalVariable', 'baseLocale'],
  outputStructure: 'message-modules',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  emitReadme: false,
}
