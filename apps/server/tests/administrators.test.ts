import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setAdministrator } from '../src/features/admin/service.ts'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
let first: AppClient
let second: AppClient

beforeAll(async () => {
  node = await startTestNode([])
  first = await node.person('ana')
  second = await node.person('luis')
})
afterAll(() => node.stop())

const metrics = async (person: AppClient): Promise<number> =>
  (await person.request('/admin/metrics?hours=1')).status

it('removes the right of the first account like any other, and restores it by id', async () => {
  expect(await metrics(first)).toBe(200)
  expect(await setAdministrator(node.database, 'ANA@antojo.test', false)).toBe('done')
  expect([await metrics(first), await metrics(second)]).toEqual([403, 403])
  expect(await setAdministrator(node.database, first.userId, true)).toBe('done')
  expect(await metrics(first)).toBe(200)
  expect(await setAdministrator(node.database, 'nobody@antojo.test', true)).toBe('unknown')
})

it('promotes nobody when the administrator’s account is deleted', async () => {
  await node.database.pool.query('delete from auth.users where id = $1', [first.userId])
  expect([await metrics(second), await metrics(await node.person('mar'))]).toEqual([403, 403])
})

it('refuses an address that two accounts have', async () => {
  // One of them uses single sign-on, where the provider states the address.
  await node.database.pool.query(`update auth.users set is_sso_user = true where id = $1`, [second.userId])
  const own = await node.person('luis')
  expect(own.userId).not.toBe(second.userId)
  expect(await setAdministrator(node.database, 'luis@antojo.test', true)).toBe('several')
  expect([await metrics(own), await metrics(second)]).toEqual([403, 403])
})
