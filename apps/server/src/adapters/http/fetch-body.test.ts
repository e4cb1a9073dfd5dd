import { PassThrough, Readable } from 'node:stream'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { consumeBody, parseJson, readBody, TooLargeError, TooSlowError } from './fetch-body.ts'

const maxBytes = 10_000

it('JSON that is nested without end is none', () => {
  expect(parseJson(Buffer.from('['.repeat(5_000_000)))).toBeUndefined()
  expect(parseJson(Buffer.from('{"a":[1]}'))).toEqual({ a: [1] })
})

describe('a body', () => {
  it.each([
    [undefined, Buffer.from('hola')],
    ['gzip', gzipSync('hola')],
    ['br', brotliCompressSync('hola')],
    ['deflate', deflateSync('hola')],
  ])('is read and unpacked: %s', async (encoding, bytes) => {
    expect(String(await readBody(Readable.from([bytes]), { encoding, maxBytes }))).toBe('hola')
    expect(String(await readBody(Readable.from([]), { encoding, maxBytes }))).toBe('')
  })

  it.each([
    ['as it comes', undefined, Buffer.alloc(maxBytes + 1)],
    ['unpacked', 'gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['unpacked twice as far as it may', 'br', brotliCompressSync(Buffer.alloc(maxBytes * 2))],
  ])('is given up when it is too large %s', async (_, encoding, bytes) => {
    await expect(readBody(Readable.from([bytes]), { encoding, maxBytes })).rejects.toThrow(TooLargeError)
  })

  it('is decompressed while it arrives, and is never in memory as a whole', async () => {
    const packed = createGzip({ flush: constants.Z_SYNC_FLUSH })
    const body = packed.pipe(new PassThrough())
    packed.write('first ')
    const read = await consumeBody(body, { encoding: 'gzip', maxBytes }, async (chunks) => {
      let text = ''
      for await (const chunk of chunks) {
        if (text === '') packed.end('second')
        text += String(chunk)
      }
      return text
    })
    expect(read).toBe('first second')
  })

  it('fails when it arrives too slowly', async () => {
    const dripping = new Readable({ read: () => undefined })
    const drip = setInterval(() => dripping.push('.'), 100)
    dripping.once('close', () => clearInterval(drip))
    await expect(readBody(dripping, { encoding: undefined, maxBytes })).rejects.toThrow(TooSlowError)
    expect(dripping.destroyed).toBe(true)
  })
})
