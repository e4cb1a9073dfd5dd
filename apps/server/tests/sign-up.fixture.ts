import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppClient } from '@antojo/testing/client'
import { z } from 'zod'
import type { TestNode } from './test-node.ts'

export const PASSWORD = 'tengo-antojo-de-tacos'
export const newEmail = () => `${randomUUID()}@antojo.test`

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export async function countAccounts({ database }: TestNode): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from auth.users')
  return rows[0]?.n ?? 0
}

/** Sends a request with the service role key. */
export async function asOperator(node: TestNode, path: string, body: unknown): Promise<Response> {
  const key = await readFile(join(node.settings['DATA_DIR'] ?? '', 'keys/service-role-key'), 'utf8')
  return post(`${node.url}/auth/v1${path}`, body, { authorization: `Bearer ${key.trim()}` })
}

/** An account created by the operator. It is the first account, so it is an administrator. */
export async function administrator(node: TestNode): Promise<AppClient> {
  const email = newEmail()
  await asOperator(node, '/admin/users', { email, password: PASSWORD, email_confirm: true })
  return AppClient.enter(node.url, { email, password: PASSWORD })
}

export const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const created = z.object({ id: z.string(), token: z.string() })

export async function invite(inviter: AppClient, maxAccounts = 1): Promise<z.infer<typeof created>> {
  const answer = await inviter.request('/invitations', {
    method: 'POST',
    body: JSON.stringify({ maxAccounts }),
  })
  return created.parse(await answer.json())
}

/** Opens an invitation like a browser, and returns its cookie. */
export async function open(node: TestNode, token: string): Promise<string> {
  const answer = await post(`${node.url}/invitations/open`, { token })
  return answer.status === 204 ? cookieOf(answer) : `refused with ${answer.status}`
}

export const signUp = (node: TestNode, cookie = '', email = newEmail()) =>
  post(`${node.url}/auth/v1/signup`, { email, password: PASSWORD }, { cookie })
