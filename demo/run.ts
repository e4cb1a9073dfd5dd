/**
 * npm run demo: the product with the sandbox as its outside world, and a demo account whose links were really added
 * over HTTP. It keeps serving; with --exit it ends after the table, with status 0 only when every row is as expected.
 */
import { createServer } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { loadPosts } from '@antojo/testing/sandbox/post'
import { buildWeb } from '../scripts/build-web.ts'
import { furnish } from './collection.ts'
import { isAsExpected } from './compare.ts'
import { heading, row } from './table.ts'

const ACCOUNT = { email: 'demo@antojo.test', password: 'tengo-antojo-de-tacos' }
const { PORT = '8787' } = process.env
const port = Number(PORT)
/** The first choice, so that pictures saved by an earlier demo are still found. */
const SANDBOX_PORT = 8788

if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`PORT is not a port: ${PORT}`)
const exits = process.argv.includes('--exit')
const posts = await loadPosts(fileURLToPath(new URL('posts', import.meta.url)))
const dataDir = exits
  ? await mkdtemp(join(tmpdir(), 'antojo-demo-'))
  : fileURLToPath(new URL('../.data/demo', import.meta.url))
if (!exits) {
  if (!(await isFree(port)))
    fail(`Port ${port} is taken. Set PORT to another one, for example PORT=8790 npm run demo.`)
}
await buildWeb()
const sandboxPort = port !== SANDBOX_PORT && (await isFree(SANDBOX_PORT)) ? SANDBOX_PORT : 0
const app = await startApp({ dataDir, posts, ...(exits ? {} : { port, sandboxPort }) }).catch(
  (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
)
const unexpected = await addAll()
console.log(`\n${posts.length - unexpected} of ${posts.length} links came out as their data files say.`)

if (exits) {
  await app.stop()
  await rm(dataDir, { recursive: true })
  process.exitCode = unexpected > 0 ? 1 : 0
} else {
  console.log(`\nAntojo:    ${app.url}\nSign in:   ${ACCOUNT.email}   ${ACCOUNT.password}\nStop:      Ctrl+C`)
  console.log('Links to paste: those of the table, or any post in demo/posts.')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.stop())
}

/** Adds every link as the demo user, one after another, and returns the number of unexpected outcomes. */
async function addAll(): Promise<number> {
  const client = await AppClient.enter(app.url, ACCOUNT)
  console.log(heading())
  let wrong = 0
  for (const { link, expected } of posts) {
    const started = performance.now()
    const outcome = await client.add(link)
    const asExpected = isAsExpected(expected, outcome)
    if (!asExpected) wrong += 1
    console.log(row(link, outcome, performance.now() - started, asExpected))
  }
  await furnish(app.url, client)
  return wrong
}

function isFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(candidate, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
