import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { listen } from '@antojo/testing/services/chat-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { post } from './sign-up.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const SECRET = 'a secret of the hook'
const message = z.object({ to: z.string(), text: z.string(), channel: z.string() })
const messages: z.infer<typeof message>[] = []
let status = 200

/** The operator's hook: it takes only what carries a right signature. */
async function takeMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = request.headers
  const right = createHmac('sha256', SECRET)
    .update(`${String(id)}.${String(time)}.${body}`)
    .digest('base64')
  if (given === `v1,${right}` && status === 200) messages.push(message.parse(JSON.parse(body)))
  response.writeHead(given === `v1,${right}` ? status : 401).end('{"messageId":"m-1"}')
}
const hook = createServer((request, response) => void takeMessage(request, response))

let node: TestNode
beforeAll(async () => {
  const port = await listen(hook)
  node = await startTestNode([], {
    AUTH_WALLETS: 'ethereum',
    SMS_URL: `http://127.0.0.1:${port}/sms`,
    SMS_SECRET: SECRET,
  })
})
afterAll(async () => {
  await node.stop()
  hook.close()
})

const auth = (path: string, body: unknown) => post(`${node.url}/auth/v1${path}`, body)
const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() })
const errorCode = async (answer: Response) =>
  z.object({ error_code: z.string() }).parse(await answer.json()).error_code

/** What a person without an e-mail address sees of their collection. */
async function homeOf(answer: Response) {
  const { access_token } = session.parse(await answer.json())
  const headers = { authorization: `Bearer ${access_token}` }
  return (await fetch(`${node.url}/rest/v1/videos?select=id`, { headers })).status
}

describe('a wallet', () => {
  const secret = secp256k1.utils.randomSecretKey()
  const key = secp256k1.getPublicKey(secret, false).slice(1)
  const address = `0x${Buffer.from(keccak_256(key).slice(-20)).toString('hex')}`

  it('signs in by a message for this site, and has a collection', async () => {
    const site = new URL(node.url)
    const signed = `${site.host} wants you to sign in with your Ethereum account:
${address}

URI: ${node.url}/
Version: 1
Chain ID: 1
Nonce: ${randomBytes(8).toString('hex')}
Issued At: ${new Date().toISOString()}`
    const hash = keccak_256(Buffer.from(`\u0019Ethereum Signed Message:\n${signed.length}${signed}`))
    const [recovery, ...rest] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
    const signature = `0x${Buffer.from([...rest, (recovery ?? 0) + 27]).toString('hex')}`
    const body = { chain: 'ethereum', message: signed, signature }
    expect(await homeOf(await auth('/token?grant_type=web3', body))).toBe(200)
  })

  it('of another chain is refused', async () => {
    const answer = await auth('/token?grant_type=web3', { chain: 'solana', message: 'x'.repeat(64) })
    expect([answer.status, await errorCode(answer)]).toEqual([422, 'web3_provider_disabled'])
  })
})

describe('a phone number', () => {
  const phone = `52155${randomInt(10_000_000, 99_999_999)}`

  it('gets a code through the signed hook, signs in with it, and has a collection', async () => {
    const answer = await auth('/otp', { phone })
    expect([answer.status, await answer.json()]).toEqual([200, { message_id: 'm-1' }])
    expect(messages).toEqual([{ to: phone, text: expect.stringMatching(/\d{6}/u), channel: 'sms' }])
    const token = /\d{6}/u.exec(messages[0]?.text ?? '')?.[0]
    expect(await homeOf(await auth('/verify', { type: 'sms', phone, token }))).toBe(200)
  })

  it('is told when the hook refuses', async () => {
    status = 500
    const answer = await auth('/otp', { phone: `52155${randomInt(10_000_000, 99_999_999)}` })
    expect([answer.status, await errorCode(answer)]).toEqual([422, 'sms_send_failed'])
  })
})
