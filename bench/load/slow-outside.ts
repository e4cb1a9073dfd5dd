import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createServer as createProbe } from 'node:net'
import { startSandbox } from '@antojo/testing/sandbox/sandbox'

/** Delays all answers of the sandbox. */
interface SlowOutside {
  readonly sandboxPort: number
  /** The settings that connect the server to the delayed sandbox. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds during which at least one answer was pending, since the last call. */
  awaited(): number
  close(): void
}

export async function slowOutside(delayMs: number): Promise<SlowOutside> {
  const sandboxPort = await freePort()
  const spans: [from: number, to: number][] = []
  const line = createServer((incoming, outgoing) => {
    const from = performance.now()
    outgoing.once('close', () => spans.push([from, performance.now()]))
    setTimeout(() => {
      const { method, url, headers } = incoming
      const options = { host: '127.0.0.1', port: sandboxPort, method, path: url, headers }
      const onward = request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.once('error', () => outgoing.destroy())
      incoming.pipe(onward)
    }, delayMs)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const sandbox = await startSandbox({ port: sandboxPort })
  const near = new URL(sandbox.url).host
  const address = line.address()
  const far = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const env = Object.fromEntries(
    Object.entries(sandbox.env).map(([name, value]) => [name, value.replaceAll(near, far)]),
  )
  await sandbox.close()
  return {
    sandboxPort,
    env,
    awaited: () => unionOf(spans.splice(0)),
    close: () => {
      line.closeAllConnections()
      line.close()
    },
  }
}

function unionOf(spans: readonly (readonly [number, number])[]): number {
  let [sum, covered] = [0, 0]
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, covered))
    covered = Math.max(covered, to)
  }
  return sum
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
