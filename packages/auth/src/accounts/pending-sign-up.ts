import { z } from 'zod'
import { type Queryable, sql } from '../database.ts'
import type { Device } from '../http/device.ts'
import { sameSecret, sha256 } from '../secrets.ts'
import type { UserRow } from '../users/row.ts'

const data = z.record(z.string(), z.unknown())
const signUpSchema = z.object({
  passwordHash: z.string().nullable(),
  data,
  /** The outside identity that the person signed in with. */
  identity: z.object({ provider: z.string(), providerId: z.string(), data }).optional(),
})

/** The data of a sign-up. It takes effect when the sign-up's own link or code proves the address. */
export type PendingSignUp = z.output<typeof signUpSchema>

/** The sign-up of a person who proves an address without having signed up. */
export const EMPTY_SIGN_UP: PendingSignUp = { passwordHash: null, data: {} }

/** A sign-up whose address is not proven yet. */
export interface StoredSignUp {
  tokenId: string
  signUp: PendingSignUp
  flowId: string | null
  deviceHash: Buffer | null
}

/** The user's pending sign-ups, newest first. */
export async function listSignUps(db: Queryable, userId: string): Promise<StoredSignUp[]> {
  const rows = await sql<{
    id: string
    sign_up: unknown
    flow_id: string | null
    device_hash: Buffer | null
  }>`select id, sign_up, flow_id, device_hash from auth.one_time_tokens
     where user_id = ${userId} and sign_up is not null order by created_at desc, id`.many(db)
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

/** True when the sign-up came from the browser with this hash. */
export function isFrom({ deviceHash }: StoredSignUp, device: Buffer | null): boolean {
  return device !== null && deviceHash !== null && sameSecret(deviceHash, device)
}

/** The table stores this hash of the browser that signs up. */
export function hashDevice(device: Device | undefined): Buffer | null {
  return device === undefined ? null : sha256(device.id)
}

/**
 * Finds the sign-up whose link is sent again: the one from the requesting browser, else the only one. With several
 * others, the right one is unknown: their links stay valid, and the new link proves the address only.
 */
export async function takeSignUp(
  db: Queryable,
  userId: string,
  device: Buffer | null,
): Promise<StoredSignUp | undefined> {
  const waiting = await listSignUps(db, userId)
  const found =
    waiting.find((each) => isFrom(each, device)) ?? (waiting.length === 1 ? waiting[0] : undefined)
  if (found !== undefined) await sql`delete from auth.one_time_tokens where id = ${found.tokenId}`.run(db)
  return found
}

/** True when an address of the account was proven. */
export function isProven(user: UserRow): boolean {
  return user.email_confirmed_at !== null || user.phone_confirmed_at !== null
}
