import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApp } from '@antojo/testing/app'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { loadPosts, type Post } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAsExpected } from './compare.ts'

const posts = await loadPosts(fileURLToPath(new URL('posts', import.meta.url)))
let dataDir: string
let app: App
let user: AppClient

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-posts-'))
  app = await startApp({ dataDir, posts })
  user = await AppClient.enter(app.url, { email: 'posts@antojo.test', password: 'tengo-antojo-de-tacos' })
}, 150_000)

afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true })
})

/** Posts whose answers need their clips or wait for a slow service. */
const isSlow = ({ id }: Post) => /^(1[2-7]|27|38|39)-/.test(id)

describe('each post of the demo comes out as its data file says', () => {
  test.concurrent.for(posts.filter((post) => !isSlow(post)))('$id', expectOutcome)
  // One after another: in parallel they would exceed the time limit of an analysis on a busy machine.
  test.for(posts.filter(isSlow))('$id', { tags: 'slow' }, expectOutcome)
})

async function expectOutcome({ link, expected }: Post): Promise<void> {
  const outcome = await user.add(link)
  expect({ expected, outcome, asExpected: isAsExpected(expected, outcome) }).toHaveProperty(
    'asExpected',
    true,
  )
}
