import { expect, test } from 'vitest'
import { isSpeech, noSound } from './speech-sense.ts'

test.each([
  ['Hola amigos, hoy venimos a probar los mejores tacos al pastor de la Ciudad de México.', true],
  ['This is the best burger in town, and the line goes around the block.', true],
  ['Sí, señor.', true],
  ['', false],
  ['♪ ♪ ♪', false],
  ['[Música]', false],
  ['(Music) [Applause]', false],
  ['Subtítulos realizados por la comunidad de Amara.org', false],
  ['Thanks for watching!', false],
  ['Te quiero, te quiero mi amor, te quiero, te quiero mi amor, la la la la la la', false],
])('%s → %s', (text, expected) => {
  expect(isSpeech(text)).toBe(expected)
})

test.each([
  ['unreadable', 'no_audio'],
  ['crashed', 'broken'],
  ['too_slow', 'timeout'],
  ['aborted', 'timeout'],
] as const)('a decoder that reports %s means %s', (failure, reason) => {
  expect(noSound({ ok: false, reason: failure })).toEqual({ kind: 'none', reason })
})
