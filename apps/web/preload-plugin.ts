import type { Plugin, Rollup } from 'vite'
import { ENTRIES, type Entry } from './src/lib/navigation/screens.ts'

/** The module that draws every screen. */
const APP = 'app/start.tsx'

/** The module of each entry. */
export const ENTRY_MODULES: Readonly<Record<Entry, string>> = {
  home: 'features/home/home-page.tsx',
  'sign-in': 'features/auth/sign-in-screen.tsx',
  find: 'features/finder/finder-page.tsx',
  list: 'features/lists/shared-list-page.tsx',
}

/**
 * Writes into the page which files each entry needs in addition to the first one. The first script, `before-paint.ts`,
 * fetches the files of the entry that the URL opens.
 */
export function preload(): Plugin {
  return {
    name: 'antojo-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const always = filesOf(bundle, [APP])
        const files = Object.fromEntries(
          ENTRIES.map((entry) => [entry, firstLoad(bundle, entry).filter((file) => !always.includes(file))]),
        )
        const page = filesOf(bundle, [])
        return {
          html: html.replace('data-preload="{}"', `data-preload='${JSON.stringify(files)}'`),
          tags: always
            .filter((file) => !page.includes(file))
            .map((href) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', fetchpriority: 'low', href },
              injectTo: 'head' as const,
            })),
        }
      },
    },
  }
}

/** URLs of the scripts that the app loads before it shows an entry; for null, before it shows any other screen. */
export function firstLoad(bundle: Rollup.OutputBundle, entry: Entry | null): readonly string[] {
  return filesOf(bundle, entry === null ? [APP] : [APP, ENTRY_MODULES[entry]])
}

/** URLs of the scripts that the page itself names and of those that these modules need. */
function filesOf(bundle: Rollup.OutputBundle, modules: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const holding = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)))
    if (!chunk) throw new Error(`No file of the build holds ${module}.`)
    return chunk
  })
  return [...new Set(withImports(chunks, [...chunks.filter(({ isEntry }) => isEntry), ...holding]))]
}

function withImports(
  chunks: readonly Rollup.OutputChunk[],
  wanted: readonly Rollup.OutputChunk[],
): readonly string[] {
  return wanted.flatMap(({ fileName, imports }) => [
    `/${fileName}`,
    ...withImports(
      chunks,
      chunks.filter((chunk) => imports.includes(chunk.fileName)),
    ),
  ])
}
