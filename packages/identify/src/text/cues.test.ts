import { describe, expect, it } from 'vitest'
import { nameKey } from '@antojo/domain/text'
import { cuesOf } from './cues.ts'
import { spansOf } from './spans.ts'
import { tokenize } from './tokens.ts'

const cues = (text: string, name: string) => {
  const span = spansOf(tokenize({ source: 'description', text })).find(
    (s) => s.key === nameKey(name) && s.form === 'words',
  )
  if (span === undefined) throw new Error(`no span ${name}`)
  return cuesOf(span)
}

describe('cuesOf', () => {
  it.each([
    ['📍Don Ejemplo, Springfield', 'pin', 'direct'],
    ['📍 Springfield: en la esquina Don Ejemplo', 'pin', 'line'],
    ['fuimos con ganas al don ejemplo', 'pin', 'none'],
    ['Lugar: don ejemplo', 'label', true],
    ['se llama don ejemplo y listo', 'label', true],
    ['place called don ejemplo', 'label', true],
    ['almorzamos en don ejemplo ayer', 'preposition', true],
    ['we ate at don ejemplo', 'preposition', true],
    ['el famoso "don ejemplo" de siempre', 'quoted', true],
    ['ayer comimos en Don Ejemplo con amigos', 'capitals', true],
    ['AYER COMIMOS EN DON EJEMPLO CON AMIGOS', 'capitals', false],
    ['mejor que don ejemplo', 'compared', true],
    ['better than don ejemplo', 'compared', true],
    ['no es el don ejemplo', 'compared', true],
    ['vamos al don ejemplo', 'compared', false],
    ['no es la pizzería don ejemplo', 'compared', true],
    ['al lado de don ejemplo', 'beside', true],
    ['next to the don ejemplo', 'beside', true],
    ['al lado de don ejemplo', 'preposition', false],
    ['cenamos en el bar don ejemplo', 'preposition', true],
    ['nos vemos en la vereda de don ejemplo', 'beside', true],
    ['pregunté por el don ejemplo', 'compared', true],
    ['asked two neighbours for a place called don ejemplo', 'compared', true],
    ['donde antes estaba don ejemplo', 'compared', true],
    ['Mis tres\n❷ Don Ejemplo, tapas', 'item', true],
    ['Mis tres\n03 Don Ejemplo, tapas', 'item', true],
    ['Mis tres\n🌙 Don Ejemplo, tapas', 'item', true],
    ['Mis tres, y luego Don Ejemplo', 'item', false],
    ['Don Ejemplo: ya cerró', 'closed', true],
    ['Don Ejemplo was closed', 'closed', true],
    ['Don Ejemplo, tapas', 'closed', false],
    ['Don Ejemplo: sin mesas', 'closed', true],
    ['Don Ejemplo, closed Mondays', 'closed', false],
    ['Don Ejemplo, cerrado los lunes', 'closed', false],
    ['Don Ejemplo, rue du Temple à Paris. Fermé pour travaux', 'closed', true],
    ['Don Ejemplo, Calle 5. Cerrado por obras', 'closed', true],
    ['Don Ejemplo, Calle 5. Cerrado los lunes', 'closed', false],
    ['por favor que no sea Don Ejemplo', 'compared', true],
    ['mi amiga Don Ejemplo', 'person', true],
    ['my friend’s place Don Ejemplo', 'person', false],
    ['her three year old named it "Don Ejemplo"', 'person', true],
    ['el camarero al que todo el barrio llamaba el Don Ejemplo', 'person', true],
    ['a place called Don Ejemplo', 'person', false],
    ['Don Ejemplo dice que va sin crema', 'person', true],
    ['Don Ejemplo cumplió tres', 'person', true],
    ['Don Ejemplo cumplió 50 años', 'person', false],
    ['Don Ejemplo, that is what my kids call this', 'person', true],
    ['Don Ejemplo hace los mejores tacos', 'person', false],
  ] as const)('%j: %s is %s', (text, cue, value) => {
    expect(cues(text, 'Don Ejemplo')[cue]).toBe(value)
  })
})
