import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ahead } from './ahead-plugin.ts'
import { basemap } from './basemap-plugin.ts'
import { installable } from './pwa.ts'

const compiler = fileURLToPath(new URL('../../packages/i18n/compile.mjs', import.meta.url))
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8787'
const serverPaths = [
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
  '/config.json',
  '/places',
  '/oembed',
  '/img',
  '/account',
  '/admin/metrics',
]

/** Three parts: what every map needs, and each of the two maps, which comes when it is drawn. */
const googleMap = /node_modules\/@googlemaps\/|\/src\/features\/map\/google-/
const ownMap =
  /node_modules\/(?:maplibre-gl|topojson-client)\/|\/src\/features\/map\/(?:maplibre-map|map-style|antimeridian)\./
const anyMap = /node_modules\/(?:supercluster|kdbush)\/|\/src\/features\/map\//
const mapCode = new RegExp([googleMap, ownMap, anyMap].map(({ source }) => source).join('|'))

/**
 * What the first screen needs is one file: it compresses better, and a phone does not ask for dozens of small ones. What
 * several later screens share comes in few files too.
 */
const chunks = [
  { name: 'base', tags: ['$initial' as const], priority: 3 },
  { name: 'zod', test: /node_modules\/zod\/|\/packages\/contract\//, minShareCount: 2, priority: 2 },
  {
    name: 'shared',
    test: (id: string) => !mapCode.test(id),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 200_000,
    priority: 1,
  },
  { name: 'google-map', test: googleMap, priority: 1 },
  { name: 'maplibre', test: ownMap, priority: 1 },
  { name: 'map', test: anyMap },
]

function compile(): void {
  execFileSync(process.execPath, [compiler], { stdio: 'inherit' })
}

/** Compiles the messages before a build and again whenever one of them is edited. */
function messages(): Plugin {
  return {
    name: 'antojo-messages',
    buildStart: compile,
    handleHotUpdate({ file }) {
      if (/i18n\/messages\/.*\.json$/.test(file)) compile()
    },
  }
}

/** Writes .br and .gz beside the text files of the build, so that the server compresses nothing twice. */
function precompressed(): Plugin {
  return {
    name: 'antojo-precompressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter((found) => /\.(?:js|mjs|css|svg|json|webmanifest)$/.test(found))) {
        const path = join(dir, name)
        const content = await readFile(path)
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}

/** Bytes of gzipped JavaScript that the first load of home may cost, the map not counted. */
const firstLoadBudget = 130_000

/** Warns when what the page loads at once outgrows its budget. */
function budget(): Plugin {
  return {
    name: 'antojo-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const seen = new Set<string>()
      const weigh = (name: string): number => {
        const chunk = bundle[name]
        if (chunk?.type !== 'chunk' || seen.has(name)) return 0
        seen.add(name)
        return gzipSync(chunk.code).length + chunk.imports.reduce((sum, next) => sum + weigh(next), 0)
      }
      const entry = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
      const weight = entry ? weigh(entry.fileName) : 0
      if (weight > firstLoadBudget) this.warn(`The first load weighs ${weight} bytes of ${firstLoadBudget}.`)
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [messages(), basemap(), react(), tailwindcss(), installable(), ahead(), precompressed(), budget()],
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
})
