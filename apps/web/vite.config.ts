import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ENTRY_MODULES, firstLoad, preload } from './preload-plugin.ts'
import { basemap } from './basemap-plugin.ts'
import { inline } from './inline-plugin.ts'
import { messages } from './messages-plugin.ts'
import { installable } from './pwa.ts'
import { ENTRIES } from './src/lib/navigation/screens.ts'

const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8787'
const SERVER_PATHS = [
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
  '/config.json',
  '/places',
  '/oembed',
  '/img',
  '/account',
  '/invitations',
  '/admin/metrics',
  '/handbook',
]

/** The map code has three parts: what every map needs, and one part for each of the two maps, loaded when that map is drawn. */
const GOOGLE_MAP_MODULES = /node_modules\/@googlemaps\/|\/src\/features\/map\/google\//
const OWN_MAP_MODULES = /node_modules\/(?:maplibre-gl|topojson-client)\/|\/src\/features\/map\/own\//
const SHARED_MAP_MODULES =
  /node_modules\/(?:supercluster|kdbush)\/|\/src\/features\/(?:map|home\/map-results)/
const anyMap = (id: string) =>
  SHARED_MAP_MODULES.test(id) && !GOOGLE_MAP_MODULES.test(id) && !OWN_MAP_MODULES.test(id)
const mapCode = new RegExp(
  [GOOGLE_MAP_MODULES, OWN_MAP_MODULES, SHARED_MAP_MODULES].map(({ source }) => source).join('|'),
)

/** What draws any screen, and the few texts and icons that the entries share: in the file of one entry, the others would load that file too. */
const SHELL_MODULES =
  /\/src\/(?:app\/start|ui\/form\/field-class|lib\/device\/clipboard|lib\/device\/user-location|lib\/api\/use-boot-config)\.tsx?$|\/icons\/(?:x|link-2|map-pin|navigation|clipboard-paste)\.|clipboard_failed|\/messages\/retry\.js$/

/**
 * Few files, because they compress better and a phone need not request dozens of small ones: the first, which sends the first
 * requests; the code that draws any screen; the cards of home and shared lists; and the code that several later screens share.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 9 },
  { name: 'lists', test: /\/src\/entities\/list\/lists-api\.ts/, priority: 8 },
  { name: 'app', test: SHELL_MODULES, priority: 8 },
  {
    name: 'fields',
    test: /\/src\/(?:ui\/form\/form|ui\/overlay\/leave-guard|lib\/view\/use-form|lib\/view\/drafts|lib\/navigation\/use-back|components\/name-field)\.tsx?|\/messages\/error_storage_full\.js$/,
    priority: 7,
  },
  { name: 'cards', test: /\/src\/(?:features\/videos\/(?:video-grid\.tsx|api\.ts)|ui\/failed)/, priority: 7 },
  ...ENTRIES.map((entry, index) => ({
    name: entry,
    test: new RegExp(`/src/${ENTRY_MODULES[entry]}$`),
    priority: 6 - index,
  })),
  { name: 'comments', test: /\/src\/features\/lists\/list-comments\.tsx/, priority: 2 },
  // Home shows a notice and fetches the settings at most starts, so this file must pull in no other code.
  { name: 'notices', test: /\/src\/(?:ui\/overlay\/toaster|lib\/storage\/settings-sync)\.tsx?/, priority: 3 },
  // The same holds for what stands in for a missing picture.
  {
    name: 'plates',
    test: /\/src\/(?:places\/dish-drawing|entities\/video\/plate|features\/videos\/card\/dish-plate)\.tsx?/,
    priority: 3,
  },
  // Home and a list load this file at each start, so it must pull in no other code either.
  {
    name: 'progress',
    test: /\/src\/(?:features\/home\/(?:add-progress|results-notice|use-clipboard-link|collection-bar)|features\/lists\/list-filters|features\/unidentified\/open-filter|features\/videos\/card\/place-pill|features\/compare\/choose|entities\/video\/(?:follow-open|queries\/fetch-card-marks))\.tsx?/,
    priority: 3,
  },
  // A shared list begins with this one; `shared` would bring the code of most screens.
  {
    name: 'banner',
    test: /\/src\/(?:features\/lists\/list-banner|entities\/list\/list-cover|lib\/navigation\/entering|lib\/view\/format)\.tsx?/,
    priority: 3,
  },
  // All screens load this one.
  {
    name: 'keys',
    test: /\/src\/(?:app\/shell\/shortcuts\.ts|features\/compare\/api|lib\/device\/typing)/,
    priority: 4,
  },
  { name: 'zod', test: /node_modules\/zod\/|\/packages\/contract\//, minShareCount: 2, priority: 2 },
  // One file, because several would import each other in a circle.
  { name: 'shared', test: (id: string) => !mapCode.test(id), minShareCount: 2, priority: 1 },
  // Listed before the two maps, which would otherwise include the code that they share.
  { name: 'map', test: anyMap, priority: 1 },
  // After `shared`. Each file named in a first one costs it some 20 bytes, so small ones that are opened alike are one file.
  {
    name: 'pages',
    test: /\/src\/(?:app\/not-found|features\/(?:auth\/(?:join|recover)|lists\/invite))-page\.tsx/,
  },
  {
    name: 'overlays',
    test: /\/src\/(?:ui\/overlay\/confirm-dialog|app\/(?:rare-page|shell\/account-popover)|features\/onboarding\/onboarding)\.tsx/,
  },
  {
    name: 'detail',
    test: /\/src\/(?:features\/videos\/video-detail|lib\/view\/view-transition)\.tsx?/,
    priority: 3,
  },
  { name: 'search', test: /\/src\/entities\/video\/queries\/(?:search-loaded|open-now)\.ts/, priority: 2 },
  { name: 'import', test: /\/src\/features\/import\/(?:import-host|bulk-add-dialog)\.tsx/ },
  {
    name: 'paste',
    test: /\/src\/features\/(?:home\/(?:clipboard-prompt|paste-sheet)|add-video\/run-task|videos\/grid\/follow-enrichment)\.tsx?/,
  },
  {
    name: 'own-list',
    test: /\/src\/features\/lists\/(?:list-actions|arrange-videos|sharing\/list-people)\.tsx/,
  },
  { name: 'google-map', test: GOOGLE_MAP_MODULES },
  { name: 'maplibre', test: OWN_MAP_MODULES },
]

/** The dependencies of a lazy file, without those that every screen has loaded already. */
function withoutFirstFiles(_file: string, needed: string[]): string[] {
  return needed.filter((name) => !/\/(?:index|app)-[^/]*$/.test(name))
}

/** The compression of files that the server sends to clients without Brotli. */
const SERVED = { level: 9 } as const

/** Writes .br and .gz beside the text files of the build, so that the server need not compress them at each request. */
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
        await writeFile(`${path}.gz`, await promisify(gzip)(content, SERVED))
      }
    },
  }
}

/** Gzipped JavaScript that the first load of a screen may cost, not counting the map. */
const MAX_FIRST_LOAD_BYTES = 130_000

/** Fails the build when the first load of a screen is larger than the limit. */
function budget(): Plugin {
  return {
    name: 'antojo-budget',
    apply: 'build',
    // After the last change of the code: Vite adds the names of preloaded files late.
    writeBundle(_options, bundle) {
      const weigh = (path: string): number => {
        const chunk = bundle[path.slice(1)]
        return chunk?.type === 'chunk' ? gzipSync(chunk.code, SERVED).length : 0
      }
      for (const entry of [...ENTRIES, null]) {
        const bytes = firstLoad(bundle, entry).reduce((sum, path) => sum + weigh(path), 0)
        if (bytes > MAX_FIRST_LOAD_BYTES)
          this.error(
            `The first load of ${entry ?? 'any other screen'} has ${bytes} bytes, more than the limit of ${MAX_FIRST_LOAD_BYTES}.`,
          )
      }
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // React has this hook built in, so the router's copy for older versions is left out.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      '../createLucideIcon.mjs': fileURLToPath(new URL('src/ui/create-icon.ts', import.meta.url)),
    },
  },
  plugins: [
    messages(),
    basemap(),
    react(),
    tailwindcss(),
    installable(),
    inline(),
    preload(),
    precompressed(),
    budget(),
  ],
  // The server replaces this text with a new nonce in each page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutFirstFiles },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The shortest hash that Rolldown accepts, because the first files name all the others.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash:7].js`,
      },
    },
  },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, server])) },
})
