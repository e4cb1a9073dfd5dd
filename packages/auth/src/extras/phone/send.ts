import { noPhoneProvider, type SmsChannel } from '../../accounts/phone-port.ts'
import type { AuthContext } from '../../context.ts'
import { AuthError, describeError } from '../../errors.ts'
import type { ClientRequest } from '../../http/client-request.ts'
import type { Language } from '../../http/language.ts'
import { countSending, limitSending, overLimit, type Wish } from '../../limits/sending.ts'

export interface CodeSms {
  to: string
  code: string
  channel: SmsChannel
  client: Pick<ClientRequest, 'language'>
}

/** Throws unless a code can be sent to this number now. */
export async function requireSendable(ctx: AuthContext, phone: string, wish: Wish): Promise<void> {
  if (ctx.sms === undefined && ctx.settings.sms.testCodes[phone] === undefined) throw noPhoneProvider()
  await limitSending(ctx, 'sms', wish)
}

/** Sends a code; the answer has the provider's message id. Throws 422 `sms_send_failed`. */
export async function sendCodeSms(ctx: AuthContext, sms: CodeSms): Promise<{ message_id?: string }> {
  if (ctx.settings.sms.testCodes[sms.to] !== undefined) return { message_id: 'test-otp' }
  if (ctx.sms === undefined) throw noPhoneProvider()
  if (!(await countSending(ctx, 'sms'))) throw overLimit('sms')
  try {
    const text = smsText(sms.client.language, ctx.settings.appName, sms.code)
    const { messageId } = await ctx.sms.send({ to: sms.to, text, channel: sms.channel })
    return messageId === undefined ? {} : { message_id: messageId }
  } catch (error) {
    ctx.log.error({ failure: describeError(error) }, 'sending an SMS failed')
    throw new AuthError('sms_send_failed')
  }
}

/** The text message of a code. */
function smsText(language: Language, appName: string, code: string): string {
  return language === 'es' ? `Tu código de ${appName} es ${code}` : `Your ${appName} code is ${code}`
}
