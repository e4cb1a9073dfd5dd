import type { AuthContext } from '../context.ts'
import { AuthError, describeError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { Language } from '../http/language.ts'
import { countSending, overLimit } from '../limits/sending.ts'

export interface CodeSms {
  to: string
  code: string
  channel: 'sms' | 'whatsapp'
  client: Pick<ClientRequest, 'language'>
}

/** Sends a code; returns the provider's message id. Throws 422 `sms_send_failed`. */
export async function sendCodeSms(ctx: AuthContext, sms: CodeSms): Promise<string | undefined> {
  if (ctx.settings.sms.testCodes[sms.to] !== undefined) return 'test-otp'
  if (ctx.sms === undefined) throw noProvider()
  if (!(await countSending(ctx, 'sms'))) throw overLimit('sms')
  try {
    const text = smsText(sms.client.language, ctx.settings.appName, sms.code)
    return (await ctx.sms.send({ to: sms.to, text, channel: sms.channel })).messageId
  } catch (error) {
    ctx.log.error({ failure: describeError(error) }, 'sending an SMS failed')
    throw new AuthError(422, 'sms_send_failed', 'Error sending the SMS')
  }
}

/** Throws unless codes can be sent to this number. */
export function requireSms(ctx: AuthContext, phone: string): void {
  if (ctx.sms === undefined && ctx.settings.sms.testCodes[phone] === undefined) throw noProvider()
}

function noProvider(): AuthError {
  return new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

/** The text message of a code. */
function smsText(language: Language, appName: string, code: string): string {
  return language === 'es' ? `Tu código de ${appName} es ${code}` : `Your ${appName} code is ${code}`
}
