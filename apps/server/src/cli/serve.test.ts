import { UnfitDatabase } from '@antojo/db/unfit-database'
import { expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { problemOfStart } from './serve.ts'

const config = readConfig({ DATA_DIR: '/srv/food', PORT: '8081' })
const failure = (facts: object) => Object.assign(new Error('mkdir EACCES'), facts)

it.each([
  [new UnfitDatabase('Too old.'), 'Too old.'],
  [
    failure({ code: 'EADDRINUSE', syscall: 'listen' }),
    'Port 8081 of 127.0.0.1 is taken by another program. Set PORT to another one.',
  ],
  [failure({ code: 'EADDRNOTAVAIL', syscall: 'listen' }), 'mkdir EACCES. Set PORT or HOST.'],
  [
    failure({ code: 'EACCES', syscall: 'mkdir' }),
    '/srv/food cannot be used (mkdir EACCES). Set DATA_DIR to a folder that this user can write.',
  ],
])('%s is one line for the operator', (error, line) => {
  expect(problemOfStart(error, config)).toBe(line)
})

it('a defect keeps its stack', () => {
  expect(problemOfStart(new TypeError('x is not a function'), config)).toBeNull()
})
