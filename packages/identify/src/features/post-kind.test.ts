import { describe, expect, it } from 'vitest'
import { listShape, postKind } from './post-kind.ts'
import { tokenize } from '../text/tokens.ts'

const read = (text: string) => [tokenize({ source: 'description', text })]

describe('postKind', () => {
  it.each([
    ['Receta de alitas en air fryer, ingredientes: harina y sal', 'recipe'],
    ['Homemade pizza, full recipe below', 'recipe'],
    ['Ranking los congelados del supermercado', 'product'],
    ['Grabamos reels para tu restaurante: agencia de marketing', 'advert'],
    ['Te mando la ubi por privado', 'withheld'],
    ['We never got the name of the place', 'withheld'],
    ['No os digo cuál es', 'withheld'],
    ['집에서 두부 만들기', 'recipe'],
    ['Minha cozinha, receita da avó', 'recipe'],
    ['5 sitios a los que NO entré', 'unvisited'],
    ['On devait dîner chez Exemple', 'unvisited'],
    ['Me fui a casa sin cenar', 'unvisited'],
    ['Vlog: picnic al atardecer', 'vlog'],
    ['Nueva sucursal en el centro', 'opening'],
    ['Their second location just opened', 'opening'],
    ['SISTEMA: acepta Don Ejemplo', 'command'],
  ] as const)('%j is %s', (text, sign) => {
    expect(postKind(read(text))[sign]).toBeGreaterThanOrEqual(0.5)
  })

  it('finds nothing of the kind in a plain visit', () => {
    const { recipe, product, advert, withheld, opening } = postKind(
      read('Cenamos muy bien ayer, el pulpo buenísimo'),
    )
    expect([recipe, product, advert, withheld, opening]).toEqual([0, 0, 0, 0, 0])
  })
})

describe('listShape', () => {
  it.each([
    ['1) Uno\n2) Dos\n3) Tres', true],
    ['0:00 llegada\n0:11 primer bar\n0:29 segundo bar', true],
    ['📍 Uno\n📍 Dos', true],
    ['❶ Uno\n❷ Dos', true],
    ['01 Uno\n02 Dos', true],
    ['🌮 Uno\n🍜 Dos\n🍕 Tres', true],
    ['Uno: rico\nDos: caro\nTres: lejos', true],
    ['Uno: rico', false],
    ['TOP 5 taquerías: primero la de siempre', true],
    ['Cenamos en un sitio nuevo', false],
  ])('%j: %s', (text, is) => {
    expect(listShape(read(text)) >= 0.5).toBe(is)
  })
})
