import { z } from 'zod'
import { many, run } from '../database.ts'
import type { Queryable } from '../database.ts'
import type { Device } from '../http/device.ts'
import { sameSecret, sha256 } from '../secrets.ts'
import type { UserRow } from '../users/row.ts'

const data = z.record(z.string(), z.unknown())
const signUpSchema = z.object({
  passwordHash: z.string().nullable(),
  data,
  /** The outside identity by which the person came. */
  identity: z.object({ provider: z.string(), providerId: z.string(), data }).optional(),
})

/** What a sign-up asks for. It comes true when the address is proven by that sign-up's own link or code. */
export type PendingSignUp = z.output<typeof signUpSchema>

/** The sign-up of somebody who proves an address without having asked for anything. */
export const EMPTY_SIGN_UP: PendingSignUp = { passwordHash: null, data: {} }

/** A sign-up that waits for its address to be proven. */
export interface StoredSignUp {
  tokenId: string
  signUp: PendingSignUp
  flowId: string | null
  deviceHash: Buffer | null
}

/** The user's sign-ups that wait, newest first. */
export async function listSignUps(db: Queryable, userId: string): Promise<StoredSignUp[]> {
  const rows = await many<{
    id: string
    sign_up: unknown
    flow_id: string | null
    device_hash: Buffer | null
  }>(
    db,
    `select id, sign_up, flow_id, device_hash from auth.one_time_tokens
     where user_id = $1 and sign_up is not null order by created_at desc, id`,
    [userId],
  )
  return rows.map((row) => ({
    tokenId: row.id,
    signUp: readSignUp(row.sign_up),
    flowId: row.flow_id,
    deviceHash: row.device_hash,
  }))
}

export function readSignUp(stored: unknown): PendingSignUp {
  return signUpSchema.parse(stored)
}

/** True when a sign-up came from the browser of that hash. */
export function isFrom({ deviceHash }: StoredSignUp, device: Buffer | null): boolean {
  return device !== null && deviceHash !== null && sameSecret(deviceHash, device)
}

/** What is kept of the browser that signs up. */
export function hashDevice(device: Device | undefined): Buffer | null {
  return device === undefined ? null : sha256(device.id)
}

/**
 * Takes the sign-up out whose link is to be sent once more: that of the browser which asks, else the only
 * one. Of several nobody knows whose it is: their links stay, and the new one proves the address alone.
 */
export async function takeSignUp(
  db: Queryable,
  userId: string,
  device: Buffer | null,
): Promise<StoredSignUp | undefined> {
  const waiting = await listSignUps(db, userId)
  const found =
    waiting.find((each) => isFrom(each, device)) ?? (waiting.length === 1 ? waiting[0] : undefined)
  if (found !== undefined) await run(db, 'delete from auth.one_time_tokens where id = $1', [found.tokenId])
  return found
}

/** True when somebody has proven an address of the account. */
export function isProven(user: UserRow): boolean {
  return user.email_confirmed_at !== null || user.phone_confirmed_at !== null
}
