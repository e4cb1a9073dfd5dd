import { importView, type ImportView } from '@antojo/contract/transfer/imports'
import type { AppClient } from '@antojo/testing/client'
import { expect } from 'vitest'
import { z } from 'zod'

export const PATIENTLY = { timeout: 90_000 }

export function upload(
  person: AppClient,
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' }
  return person.request(`/imports?name=${encodeURIComponent(name)}`, { method: 'POST', body: bytes, headers })
}

export async function preview(
  person: AppClient,
  name: string,
  bytes: string | Uint8Array<ArrayBuffer>,
): Promise<ImportView> {
  const response = await upload(person, name, bytes)
  expect(response.status).toBe(201)
  return importView.parse(await response.json())
}

export async function start(
  person: AppClient,
  { id }: ImportView,
  parts: readonly number[],
): Promise<ImportView> {
  const response = await person.request(`/imports/${id}/start`, {
    method: 'POST',
    body: JSON.stringify({ parts }),
  })
  return importView.parse(await response.json())
}

export function remove(person: AppClient, { id }: ImportView): Promise<Response> {
  // The test client declares every body as JSON.
  return person.request(`/imports/${id}`, { method: 'DELETE', body: '{}' })
}

export async function importOf(person: AppClient, { id }: ImportView): Promise<ImportView> {
  return importView.parse(await (await person.request(`/imports/${id}`)).json())
}

export async function answerTo(person: AppClient, path: string): Promise<unknown> {
  return (await person.request(path)).json()
}

export async function rows(person: AppClient, table: string): Promise<readonly Record<string, unknown>[]> {
  const response = await person.request(`/rest/v1/${table}?user_id=eq.${person.userId}&order=created_at`)
  return z.array(z.record(z.string(), z.unknown())).parse(await response.json())
}
