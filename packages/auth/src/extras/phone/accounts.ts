import type { PoolClient } from 'pg'
import { isAdmitted, withAdmission } from '../../accounts/admission.ts'
import { hashDevice, isProven } from '../../accounts/pending-sign-up.ts'
import type { PhoneAccounts } from '../../accounts/phone-port.ts'
import { audit } from '../../audit.ts'
import type { AuthContext } from '../../context.ts'
import { phoneTaken } from '../../current-user/own-update.ts'
import { issueNonce } from '../../current-user/proof.ts'
import { duplicateKey, inTransaction } from '../../database.ts'
import { AuthError } from '../../errors.ts'
import type { ClientRequest } from '../../http/client-request.ts'
import { limitSending } from '../../limits/sending.ts'
import { notify } from '../../mail/send.ts'
import { issueToken, type OneTimeToken } from '../../one-time/tokens.ts'
import { confirmAgain } from '../../otp/resend.ts'
import { type Confirmation, createUser, issueConfirmation, type Reach, signUp } from '../../signup/sign-up.ts'
import { applyPhone } from '../../users/confirm.ts'
import { findUserByPhone, updateUser } from '../../users/repo.ts'
import type { ApplyChange, UserRow } from '../../users/row.ts'
import { findIdByPhoneChange } from './repo.ts'
import { requireSendable, sendCodeSms } from './send.ts'

type Request<Method extends keyof PhoneAccounts> = Parameters<PhoneAccounts[Method]>[0]
type Answer = Record<string, unknown>

export function phoneAccounts(ctx: AuthContext): PhoneAccounts {
  return {
    signUp: ({ phone, password, data, channel }, client) => {
      const request = { address: phone, password, data, challenge: undefined }
      return signUp(ctx, { request, reach: bySms(ctx, channel) }, client)
    },
    sendCode: (request, client) => sendSignInCode(ctx, request, client),
    resend: (request, client) => resend(ctx, request, client),
    reauthenticate: (user, client) => reauthenticate(ctx, user, client),
    prepareChange: (change, client) => prepareChange(ctx, change, client),
  }
}

function bySms(ctx: AuthContext, channel: 'sms' | 'whatsapp'): Reach {
  return {
    kind: 'phone',
    autoconfirm: ctx.settings.sms.autoconfirm,
    find: findUserByPhone,
    requireSendable: (phone, client) =>
      requireSendable(ctx, phone, { kind: 'signup', to: { phone }, client }),
    send: async ({ token }, to, client) => {
      await sendCodeSms(ctx, { to, code: token.code, channel, client })
    },
  }
}

/** Sends a code to sign in. An unknown number first gets an account. Answers like `sendMagicLink`. */
async function sendSignInCode(
  ctx: AuthContext,
  request: Request<'sendCode'>,
  client: ClientRequest,
): Promise<Answer> {
  const { phone } = request
  await requireSendable(ctx, phone, { kind: 'otp', to: { phone }, client })
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider: 'phone', client }))) {
    ctx.inBackground('sign-in code', async () => {
      await sendIfAdmitted(ctx, { ...request, createUser: false }, client)
    })
    return {}
  }
  const sent = await sendIfAdmitted(ctx, request, client)
  if (sent === undefined) throw new AuthError('otp_disabled')
  return sent
}

/** Undefined when the number is unknown and no account may be made for it. */
async function sendIfAdmitted(
  ctx: AuthContext,
  request: Request<'sendCode'>,
  client: ClientRequest,
): Promise<Answer | undefined> {
  const { phone, data, channel } = request
  const attempt = () =>
    inTransaction(ctx.pool, async (tx) => {
      let user = await findUserByPhone(tx, phone, 'lock')
      if (user === undefined) {
        if (!request.createUser) return undefined
        user = await withAdmission(ctx, { db: tx, provider: 'phone', client }, () =>
          createUser(tx, ctx, { kind: 'phone', address: phone }),
        )
        await audit(tx, {
          action: 'user_signedup',
          userId: user.id,
          ip: client.ip,
          traits: { provider: 'phone' },
        })
      }
      const own = isProven(user) ? undefined : { passwordHash: null, data }
      const deviceHash = hashDevice(client.device)
      const asked = { kind: 'phone', address: phone, challenge: undefined, own, deviceHash } as const
      return (await issueConfirmation(tx, ctx, user, asked)).token
    })
  const token = await attempt().catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    return attempt()
  })
  return token && sendCodeSms(ctx, { to: phone, code: token.code, channel, client })
}

/** Beyond the limits the answer is the same and no message is sent, as for a phone without an account. */
async function resend(
  ctx: AuthContext,
  { type, phone }: Request<'resend'>,
  client: ClientRequest,
): Promise<Answer> {
  try {
    await limitSending(ctx, 'sms', { kind: type, to: { phone }, client })
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) return {}
    throw error
  }
  ctx.inBackground('resend', async () => {
    const reach = bySms(ctx, 'sms')
    const again =
      type === 'sms'
        ? await confirmAgain(ctx, { reach, address: phone, challenge: undefined, client })
        : await requestChangeAgain(ctx, phone)
    if (again !== undefined) await reach.send(again, phone, client)
  })
  return {}
}

/** Undefined when nobody waits for this number. */
function requestChangeAgain(ctx: AuthContext, phone: string): Promise<Confirmation | undefined> {
  return inTransaction(ctx.pool, async (tx) => {
    const userId = await findIdByPhoneChange(tx, phone)
    if (userId === undefined) return undefined
    return { token: await issueChange(tx, ctx, { userId, phone }), contested: false }
  })
}

/** A number takes effect with the code sent to it, or at once where numbers need no confirmation. */
async function prepareChange(
  ctx: AuthContext,
  { userId, phone, channel }: Request<'prepareChange'>,
  client: ClientRequest,
): Promise<ApplyChange> {
  const { autoconfirm } = ctx.settings.sms
  if (!autoconfirm) await requireSendable(ctx, phone, { kind: 'phone_change', to: { id: userId }, client })
  return async (tx, user) => {
    if ((await findUserByPhone(tx, phone)) !== undefined) throw phoneTaken()
    if (autoconfirm) {
      await applyPhone(tx, user, phone)
      return async () => notify(ctx, { kind: 'phone_changed', user, client, detail: phone })
    }
    const { code } = await issueChange(tx, ctx, { userId, phone })
    return async () => {
      await sendCodeSms(ctx, { to: phone, code, channel, client })
    }
  }
}

async function issueChange(
  tx: PoolClient,
  ctx: AuthContext,
  { userId, phone }: { userId: string; phone: string },
): Promise<OneTimeToken> {
  await updateUser(tx, userId, { phone_change: phone, phone_change_sent_at: new Date() })
  return issueToken(tx, ctx, { userId, type: 'phone_change', address: phone })
}

async function reauthenticate(ctx: AuthContext, user: UserRow, client: ClientRequest): Promise<Answer> {
  const { id: userId, phone } = user
  if (phone === null || user.phone_confirmed_at === null)
    throw new AuthError('phone_not_confirmed', 'Please verify your phone first.', { status: 422 })
  await requireSendable(ctx, phone, { kind: 'reauthentication', to: { id: userId }, client })
  const { code } = await issueNonce(ctx, { userId, address: phone }, client)
  return sendCodeSms(ctx, { to: phone, code, channel: 'sms', client })
}
