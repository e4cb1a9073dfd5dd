import sharp from 'sharp'
import { expect, it } from 'vitest'
import { clipContainer, pictureFormat } from './signatures.ts'

const square = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('knows %s by its first bytes', async (format) => {
  const bytes = await square.clone().toFormat(format).toBuffer()
  expect(pictureFormat(bytes)).toBe(format)
  expect(clipContainer(bytes)).toBeNull()
})

it('rejects everything else as a picture', async () => {
  const tiff = await square.clone().tiff().toBuffer()
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '%PDF-1.7 and more',
    '\n\n<?xml version="1.0"?>',
    '',
  ]
  for (const bytes of [tiff, ...others.map((text) => Buffer.from(text))])
    expect(pictureFormat(bytes)).toBeNull()
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  expect(pictureFormat(heic)).toBeNull()
})

it.each([
  ['mov', '\0\0\0\x20ftypisom\0\0\x02\0isomiso2'],
  ['matroska', '\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x23'],
  ['ogg', 'OggS\0\x02\0\0\0\0\0\0'],
  ['wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['mp3', 'ID3\x04\0\0\0\0\0\0\0\0'],
  ['aac', '\xff\xf1\x50\x80\0\0\0\0\0\0\0\0'],
  [null, '#EXTM3U\n#EXTINF:1,\n/etc/passwd\n'],
  [null, "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  [null, 'RIFF\x24\0\0\0AVI LIST'],
])('a clip in %s', (container, bytes) => {
  expect(clipContainer(Buffer.from(bytes, 'latin1'))).toBe(container)
})
