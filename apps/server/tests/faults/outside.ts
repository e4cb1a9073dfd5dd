import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'

const outsideProcess = fileURLToPath(new URL('./outside-process.ts', import.meta.url))
const outsideEnv = z.record(z.string(), z.string())
/** An add whose provider never answers must still end within this time. */
const END_LIMIT_MS = 30_000

/** A provider that accepts connections and never answers. */
export function halfOpenProvider(): Promise<string> {
  return badProvider(() => undefined)
}

/** A provider that answers immediately and then sends a space every half second, without end. */
export function slowProvider(): Promise<string> {
  return badProvider((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n')
    const drip = setInterval(() => socket.write(' '), 500)
    socket.on('close', () => clearInterval(drip))
  })
}

async function badProvider(answer: (socket: Socket) => void): Promise<string> {
  const provider = createServer((socket) => {
    socket.on('error', () => undefined)
    answer(socket)
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const address = provider.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const posts = manyPosts(12)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const client = await enter()
        const started = performance.now()
        const adding = Promise.all(posts.map(({ link }) => client.add(link)))
        const times: number[] = []
        for (let turn = 0; turn < 20; turn += 1) {
          const asked = performance.now()
          assert.equal((await client.request('/rest/v1/videos?select=id')).status, 200)
          times.push(performance.now() - asked)
          await wait(50)
        }
        const outcomes = await adding
        const took = performance.now() - started
        assert.ok(
          outcomes.every(({ decision }) => decision !== 'error'),
          JSON.stringify(outcomes),
        )
        assert.ok(took < END_LIMIT_MS, `adds ended after ${took} ms`)
        assert.ok(await isReady(app.url))
        return `12 adds ended within ${(took / 1000).toFixed(1)} s, reads meanwhile ${Math.max(...times).toFixed(0)} ms at most`
      },
      { env: { TIKTOK_OEMBED_URL: `http://${host}/oembed`, ALLOW_PRIVATE_HOSTS: host } },
    )
  } finally {
    provider.close()
  }
}

/**
 * Kills all platforms with kill -9 during adds: the adds must end, and all must succeed once the platforms are back.
 */
export async function killOutside(): Promise<string> {
  const posts = manyPosts(12)
  const outside = await startOutside(0, posts.length)
  try {
    return await withNode(
      posts,
      async ({ app, enter }) => {
        const client = await enter()
        const acknowledged = new Set<string>()
        const add = async (link: string): Promise<boolean> => {
          const accepted = (await client.add(link)).decision === 'accepted'
          if (accepted) acknowledged.add(link)
          return accepted
        }
        const [first, ...others] = posts.map(({ link }) => link)
        assert.ok(first !== undefined && (await add(first)))
        const begun = performance.now()
        const adding = Promise.all(others.map(add))
        await wait(Math.random() * 100)
        await outside.kill()
        await adding
        const ended = performance.now() - begun
        assert.ok(ended < END_LIMIT_MS, `adds ended after ${ended} ms`)
        assert.ok(await isReady(app.url))
        const before = acknowledged.size
        await outside.restart()
        const back = performance.now()
        for (const link of others) await until('an add', () => add(link))
        const seconds = (performance.now() - back) / 1000
        await expectWhole(client, acknowledged)
        return `${before} of 12 adds acknowledged, the others ended within ${(ended / 1000).toFixed(1)} s; all added ${seconds.toFixed(1)} s after the platforms were back, there once`
      },
      { env: outside.env },
    )
  } finally {
    await outside.kill()
  }
}

interface Outside {
  readonly env: Readonly<Record<string, string>>
  kill(): Promise<void>
  /** Restarts the platforms at the same address. */
  restart(): Promise<void>
}

async function startOutside(port: number, posts: number): Promise<Outside> {
  const start = async (at: number) => {
    const child = spawn(process.execPath, [outsideProcess, String(at), String(posts)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'))
    return { child, env: outsideEnv.parse(JSON.parse(line.toString())) }
  }
  let running = await start(port)
  const { env } = running
  return {
    env,
    kill: async () => {
      if (running.child.signalCode !== null) return
      const ended = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await ended
    },
    restart: async () => {
      running = await start(Number(new URL(env['TIKTOK_OEMBED_URL'] ?? '').port))
    },
  }
}
