import { expect, test } from 'vitest'
import { tableSeparator } from './table-separator.ts'

test.each([
  ['a,b\n1,2', ','],
  ['Nombre;Dirección\nContramar;a,b,c,d', ';'],
  ['title\tlat\tlng', '\t'],
  ['My places\n\na;b', ';'],
  ['"a, b, c";d\n1;2', ';'],
  ['one column', ','],
])('of %j is %j', (sample, separator) => expect(tableSeparator(sample)).toBe(separator))
