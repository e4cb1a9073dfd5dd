import type { AuthContext } from '../context.ts'
import { issueToken } from '../one-time/tokens.ts'
import { limitSending } from '../limits/sending.ts'
import { notify } from '../mail/notify.ts'
import { requireSms, sendCodeSms } from '../sms/send.ts'
import { applyPhone } from '../users/confirm.ts'
import { findUserByPhone, updateUser } from '../users/repo.ts'
import { type ApplyChange, type OwnUpdate, phoneTaken } from './own-update.ts'

/** Prepares a new number. It takes effect with the code sent to it, or at once where numbers need no confirmation. */
export async function preparePhoneChange(
  ctx: AuthContext,
  update: OwnUpdate,
  phone: string,
): Promise<ApplyChange> {
  if (!ctx.settings.sms.autoconfirm) {
    requireSms(ctx, phone)
    const { caller, client } = update
    await limitSending(ctx, 'sms', { kind: 'phone_change', to: { id: caller.user.id }, client })
  }
  return async (tx, user) => {
    if ((await findUserByPhone(tx, phone)) !== undefined) throw phoneTaken()
    if (ctx.settings.sms.autoconfirm) {
      await applyPhone(tx, user, phone)
      return async () => notify(ctx, { kind: 'phone_changed', user, client: update.client, detail: phone })
    }
    await updateUser(tx, user.id, { phone_change: phone, phone_change_sent_at: new Date() })
    const { code } = await issueToken(tx, ctx, {
      userId: user.id,
      type: 'phone_change',
      address: phone,
    })
    return async () => {
      await sendCodeSms(ctx, { to: phone, code, channel: update.changes.channel, client: update.client })
    }
  }
}
