import { describe, expect, it } from 'vitest'
import type { LabelledPost } from '../eval/posts.ts'
import { lists } from './synthetic-posts.ts'

const post = (id: string, description: string, lat: number): LabelledPost => ({
  id,
  writer: id.slice(0, 2),
  isMade: false,
  kind: 'named',
  lang: 'es',
  description,
  gold: [{ source: 'test', source_id: id, name: id, lat, lng: -3 }],
})

describe('lists', () => {
  it('are made of posts of one writer about places near each other', () => {
    const made = lists([
      post('w1-1', 'Comimos en Roble', 40.1),
      post('w1-2', 'Cenamos en Faro', 40.2),
      post('w1-3', 'Vermú en Clavijo', 43),
      post('w2-1', 'Cena en Umbría', 40.1),
    ])
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ writer: 'w1', kind: 'several', isMade: true })
    expect(made[0]?.gold.map(({ name }) => name)).toEqual(['w1-1', 'w1-2'])
    expect(made[0]?.description).toMatch(/Roble\n.*Faro/)
  })
})
