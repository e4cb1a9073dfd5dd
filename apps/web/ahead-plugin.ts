import type { Plugin, Rollup } from 'vite'

/** The code of the screen that an address opens first, by what the address begins with; `sign-in`
 * where a session is needed and there is none. The home screen is in the first file. */
const screens = {
  'sign-in': 'features/auth/sign-in-screen.tsx',
  '/find': 'features/finder/finder-page.tsx',
  '/list/': 'features/lists/shared-list-page.tsx',
} as const

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
        const files = Object.fromEntries(
          Object.entries(screens).map(([path, module]) => [path, filesOf(bundle, module)]),
        )
        return html.replace('src="/theme.js"', `src="/theme.js" data-ahead='${JSON.stringify(files)}'`)
      },
    },
  }
}

function filesOf(bundle: Rollup.OutputBundle, module: string): readonly string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  const seen = new Set<string>(first && [first.fileName, ...first.imports])
  const collect = (name: string): string[] => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [name, ...chunk.imports.flatMap(collect)]
  }
  const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
  return screen ? collect(screen.fileName).map((name) => `/${name}`) : []
}
