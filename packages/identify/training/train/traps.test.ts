import { describe, expect, it } from 'vitest'
import type { LabelledPost } from '../eval/posts.ts'
import { traps } from './traps.ts'

const post = (id: string, description: string): LabelledPost => ({
  id,
  writer: 'w1',
  isMade: false,
  kind: 'none',
  description,
  gold: [],
})

describe('traps', () => {
  const frames = [['gato #{}'], ['gracias @{}'], ['hoy {}']]
  const posts = ['uno', 'dos', 'tres'].map((id) => post(id, `La ventana roja, ${id}`))

  it('are posts about nothing with names made of words that such posts use', () => {
    const made = traps(posts, ['la ventana roja', 'ventana zurribarra', 'la', 'roja', 'la ventana'], frames)
    expect(made).toHaveLength(3)
    for (const { kind, gold, isMade } of made)
      expect({ kind, gold, isMade }).toEqual({ kind: 'none', gold: [], isMade: false })
    expect(new Set(made.map(({ writer }) => writer)).size).toBe(3)
  })

  it('write a name without spaces after a mark', () => {
    const [made] = traps(posts, ['la ventana roja'], frames)
    expect(made?.description).toMatch(/#laventanaroja/i)
    expect(made?.hashtags?.map((tag) => tag.toLowerCase())).toContain('laventanaroja')
  })
})
