import { expect, it } from 'vitest'
import { parseVtt } from './vtt.ts'

it('gives the words of each cue with its second, and repeated lines once', () => {
  const automatic = [
    'WEBVTT',
    'Kind: captions',
    'Language: es',
    '',
    '00:00:01.040 --> 00:00:03.000 align:start position:0%',
    ' ',
    'hoy<00:00:01.500><c> venimos</c>',
    '',
    '00:00:03.000 --> 00:00:05.000',
    'hoy venimos',
    'a Contramar',
    '',
    '01:02:03,500 --> 01:02:05,000',
    'adiós',
  ].join('\r\n')
  expect(parseVtt(automatic)).toEqual([
    { second: 1, text: 'hoy venimos' },
    { second: 3, text: 'a Contramar' },
    { second: 3723, text: 'adiós' },
  ])
})

it('gives nothing for a page and for an endless file', () => {
  expect(parseVtt('<html>00:00 --> nothing</html>')).toEqual([])
  expect(
    parseVtt(
      '00:00:01.000 --> 00:00:02.000\n' + Array.from({ length: 9_000 }, (_, i) => `line ${i}`).join('\n'),
    ),
  ).toHaveLength(2_000)
})
