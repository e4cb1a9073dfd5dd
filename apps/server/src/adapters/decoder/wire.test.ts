import { expect, it } from 'vitest'
import { createMessageReader, encodeMessage } from './wire.ts'

const bytesOf = (head: unknown, body?: Uint8Array): Buffer => Buffer.concat(encodeMessage(head, body))

it('reads messages from chunks of any size', () => {
  const sent = Buffer.concat([bytesOf({ a: 'ñ' }, Buffer.from('body')), bytesOf(null)])
  for (let size = 1; size <= sent.length; size += 1) {
    const take = createMessageReader(100)
    const read = []
    for (let at = 0; at < sent.length; at += size) read.push(...(take(sent.subarray(at, at + size)) ?? []))
    expect(read.map(({ head, body }) => [head, body.toString()])).toEqual([
      [{ a: 'ñ' }, 'body'],
      [null, ''],
    ])
  }
})

it('refuses a message by its first bytes when it is too large, and one that is not JSON', () => {
  const claim = Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff])
  expect(createMessageReader(100)(claim)).toBeNull()
  const broken = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7b])
  expect(createMessageReader(100)(broken)).toBeNull()
})
