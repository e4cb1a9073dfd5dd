import { describe, expect, it } from 'vitest'
import { spansOf } from './spans.ts'
import { tokenize } from './tokens.ts'

const keysOf = (text: string): string[] =>
  spansOf(tokenize({ source: 'description', text })).map(({ key }) => key)

describe('spansOf', () => {
  it.each([
    ['Itur🍎rigaña, en la plaza', 'iturrigana'],
    ['el Tor🍔tuga’s de siempre', 'tortugas'],
    ['Sartén 🌿 de 🌿 Hierro', 'sarten de hierro'],
    ['La Z.u.r.i.t.a 🫓 precios', 'la zurita'],
    ['¡ Z U R I T A !', 'zurita'],
  ])('reads the name through pictures and marks: %s', (text, key) => {
    expect(keysOf(text)).toContain(key)
  })

  it('keeps a pin between two phrases a break', () => {
    expect(keysOf('Rico todo 📍 Zurita')).not.toContain('todo zurita')
  })
})
