/**
 * node deploy/prune-packages.mjs [--image]: removes from node_modules what nobody here reads: programs of other systems
 * and source maps, and for the image types too.
 */
import { glob, rm } from 'node:fs/promises'

/** `onnxruntime-node` carries every system; npm leaves the other ones of all other packages out. */
const own = `node_modules/onnxruntime-node/bin/*/${process.platform}/${process.arch}`
const endings = process.argv.includes('--image') ? '{map,d.ts,d.mts,d.cts}' : 'map'
const UNREAD = [
  'node_modules/onnxruntime-node/bin/*/*/*',
  `{node_modules,apps/*/node_modules,packages/*/node_modules}/**/*.${endings}`,
]

const kept = new Set(await Array.fromAsync(glob(own)))
if (kept.size === 0)
  throw new Error(`onnxruntime-node has no programs for ${process.platform} ${process.arch}.`)
for await (const path of glob(UNREAD)) if (!kept.has(path)) await rm(path, { recursive: true, force: true })
