import { describe, expect, it } from 'vitest'
import { nameCandidates } from './name-candidates.ts'

describe('nameCandidates', () => {
  it.each([
    ['Fuimos a La Casa de Prueba y volveremos', ['La Casa de Prueba']],
    ['comimos en Don Ejemplo | y luego en Bar del Muelle', ['Don Ejemplo', 'Bar del Muelle']],
    ['The Best Pizza', []],
    ['Restaurante Bar', []],
    ['nada en mayúsculas aquí', []],
    ['', []],
  ])('%j', (title, names) => {
    expect(nameCandidates(title)).toEqual(names)
  })

  it('gives at most five', () => {
    expect(
      nameCandidates(
        'Casa Uno, Casa Dos, Casa Tres, Casa Cuatro, Casa Cinco, Casa Seis'.replaceAll(',', '!'),
      ),
    ).toHaveLength(5)
  })
})
