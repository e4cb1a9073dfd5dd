import type { Plugin, Rollup } from 'vite'

/** What draws anything at all, and the code of the screens that an address opens first, as `theme.js` calls them. */
const app = 'app/start.tsx'
const modules = {
  home: 'features/home/home-page.tsx',
  'sign-in': 'features/auth/sign-in-screen.tsx',
  find: 'features/finder/finder-page.tsx',
  list: 'features/lists/shared-list-page.tsx',
  other: app,
} as const

type Screen = keyof typeof modules
export const screens = ['home', 'sign-in', 'find', 'list', 'other'] as const satisfies readonly Screen[]

/**
 * Tells `theme.js`, the first script to run, which files the screen of the address needs beside the first one, so that
 * they are fetched together with it instead of after it has run.
 */
export function ahead(): Plugin {
  return {
    name: 'antojo-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const always = screenFiles(bundle, 'other')
        const files = Object.fromEntries(
          screens.map((name) => [name, screenFiles(bundle, name).filter((file) => !always.includes(file))]),
        )
        const early = always.filter((file) => !firstFiles(bundle).includes(file))
        return {
          html: html.replace('data-ahead="{}"', `data-ahead='${JSON.stringify(files)}'`),
          tags: early.map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', fetchpriority: 'low', href },
            injectTo: 'head' as const,
          })),
        }
      },
    },
  }
}

/** The scripts that a screen needs when the app begins with it, as addresses. */
export function screenFiles(bundle: Rollup.OutputBundle, screen: Screen): readonly string[] {
  const chunks = chunksOf(bundle)
  const holds = (module: string) =>
    chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  const own = [app, modules[screen]].flatMap((module) => holds(`/src/${module}`))
  return [...new Set([...firstFiles(bundle), ...withImports(chunks, own)])]
}

/** Those that the page itself names. */
function firstFiles(bundle: Rollup.OutputBundle): readonly string[] {
  const chunks = chunksOf(bundle)
  return withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  )
}

function chunksOf(bundle: Rollup.OutputBundle): readonly Rollup.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
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
