import { expect, test } from 'vitest'
import type { Column, Relation } from '../catalog/model.ts'
import { parseLogic } from '../request/filter.ts'
import { toKeyset } from './keyset.ts'

const column = (name: string, type: string): [string, Column] => [
  name,
  {
    name,
    type,
    isTextLike: false,
    isComposite: false,
    defaultExpression: undefined,
  },
]
const relation: Relation = {
  schema: 's',
  name: 't',
  kind: 'table',
  columns: new Map([
    column('at', 'timestamp with time zone'),
    column('id', 'uuid'),
    column('n', 'integer'),
    column('j', 'jsonb'),
  ]),
  primaryKey: ['id'],
  insertable: true,
  updatable: true,
  deletable: true,
}
const keyset = (text: string) => toKeyset(parseLogic('or', false, text), relation)

test.each([
  ['(at.lt.T,and(at.eq.T,id.lt.I))', ['at', 'id'], '<', ['T', 'I']],
  ['(at.lt."T:1",and(at.eq."T:1",id.lt.I))', ['at', 'id'], '<', ['T:1', 'I']],
  ['(at.gt.T,and(at.eq.T,id.gte.I))', ['at', 'id'], '>=', ['T', 'I']],
  ['(at.lt.T,and(at.eq.T,n.lt.1),and(at.eq.T,n.eq.1,id.lte.I))', ['at', 'n', 'id'], '<=', ['T', '1', 'I']],
])('%s is one row comparison', (text, columns, operator, values) => {
  expect(keyset(text)).toEqual({ kind: 'keyset', columns, operator, values })
})

test.each([
  '(at.lt.T)',
  '(at.lt.T,id.lt.I)',
  '(at.lt.T,and(at.eq.U,id.lt.I))',
  '(at.lt.T,and(id.lt.I,at.eq.T))',
  '(at.lt.T,and(at.eq.T,id.gt.I))',
  '(at.lte.T,and(at.eq.T,id.lt.I))',
  '(at.lt.T,not.and(at.eq.T,id.lt.I))',
  '(at.lt.T,and(at.not.eq.T,id.lt.I))',
  '(at.lt.T,and(at.eq.T,j.lt.I))',
  '(at.lt.T,and(at.eq.T,unknown.lt.I))',
  '(at.lt.T,and(at.eq.T,at.lt.T))',
  '(at.lt.T,and(at.eq.T,j->a.lt.I))',
])('%s is left as it is', (text) => {
  expect(keyset(text)).toBeUndefined()
})
