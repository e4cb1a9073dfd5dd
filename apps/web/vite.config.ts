import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
  '/admin/metrics',
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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [messages(), react(), tailwindcss()],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
})
