import type { PoolClient } from 'pg'
import type { AddressKind, CodeMessage } from '../accounts/ports.ts'
import { applyAddress } from '../accounts/prove-address.ts'
import { addressTaken, reachOf } from '../accounts/reach.ts'
import type { AuthContext } from '../context.ts'
import { notify } from '../mail/send.ts'
import { issueToken, type TokenType } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { updateUser } from '../users/repo.ts'
import type { ApplyChange, UserRow } from '../users/row.ts'
import type { OwnUpdate } from './proof.ts'

/**
 * Prepares a new address. It takes effect with the code sent to it, and for e-mail under secure change also with the
 * code sent to the old address; at once where addresses need no confirmation.
 */
export async function prepareAddressChange(
  ctx: AuthContext,
  { caller, client, challenge, changes: { channel } }: OwnUpdate,
  kind: AddressKind,
  address: string,
): Promise<ApplyChange> {
  const reach = reachOf(ctx, kind)
  const { autoconfirm } = reach
  if (!autoconfirm)
    await reach.requireSendable({ kind: `${kind}_change`, to: { id: caller.user.id }, client })
  return async (tx, user) => {
    if ((await reach.find(tx, address)) !== undefined) throw addressTaken(kind)
    if (autoconfirm) {
      await applyAddress(tx, user, kind, address)
      return async () => notify(ctx, { kind: `${kind}_changed`, user, client, detail: address })
    }
    const messages = await changeMessages(tx, ctx, { kind, user, address, challenge })
    return async () => {
      for (const message of messages) await reach.send({ ...message, client, channel })
    }
  }
}

/** Stores the wanted address and makes the codes that confirm it. */
export async function changeMessages(
  tx: PoolClient,
  ctx: AuthContext,
  change: { kind: AddressKind; user: UserRow; address: string; challenge: Challenge | undefined },
): Promise<Omit<CodeMessage, 'client'>[]> {
  const { kind, user, address, challenge } = change
  await updateUser(tx, user.id, {
    [`${kind}_change`]: address,
    [`${kind}_change_sent_at`]: new Date(),
    ...(kind === 'email' ? { email_change_confirm_status: 0 } : {}),
  })
  const messageTo = async (to: string, type: TokenType) => {
    const flow = challenge && kind === 'email' ? ({ method: 'email_change', challenge } as const) : undefined
    const token = await issueToken(tx, ctx, { userId: user.id, type, address: to, flow })
    return { kind: 'email_change', to, token, newEmail: address } as const
  }
  if (kind === 'phone') return [await messageTo(address, 'phone_change')]
  const forNew = await messageTo(address, 'email_change_new')
  if (!ctx.settings.mail.secureEmailChange || user.email === null) return [forNew]
  return [forNew, await messageTo(user.email, 'email_change_current')]
}
