import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm, wrong } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { alertDialog } from '../../ui/overlay/confirm.ts'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { CodeFields } from './code-fields.tsx'

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = { mfa_verification_failed: 'code', mfa_challenge_expired: 'code' } as const

/** Asks for the code of the second step. Until it is right, the person is treated as a guest. */
export function CodeScreen() {
  const { session } = useServices()
  // After too many wrong codes, the auth service accepts only two consecutive codes.
  const [pair, setPair] = useState(false)

  const form = useForm({
    initial: { code: '' },
    send: async ({ code }) => {
      const auth = await session.client()
      const { data, error: unread } = await auth.mfa.listFactors()
      if (unread) return authRefusal(unread)
      const factorId = data.totp[0]?.id ?? ''
      const { data: done, error } = await auth.mfa.challengeAndVerify({ factorId, code: code.trim() })
      const rejected = error?.code === 'mfa_verification_rejected' || error?.status === 429
      if (rejected) {
        setPair(true)
        return wrong({ code: m.code_pair() })
      }
      if (error) return authRefusal(error, FIELD_OF_CODE)
      greet(done)
      return undefined
    },
  })
  return (
    <Page title={m.page_code()} width="text">
      <Form form={form} className="grid w-full max-w-md gap-4">
        <p className="text-lg text-ink-soft">{m.code_text()}</p>
        <CodeFields form={form} length={pair ? 12 : 6} required className="tabular" action={m.mfa_verify()} />
        <Button
          variant="quiet"
          onClick={() => void session.client().then((auth) => auth.signOut({ scope: 'local' }))}
        >
          {m.code_other()}
        </Button>
      </Form>
    </Page>
  )
}

/** From this number on, wrong codes are probably not typing errors. */
const MIN_ALARMING_FAILURES = 5

/** Greets the person, or warns them: the response also holds the number of wrong codes since the last sign-in. */
function greet(done: object): void {
  const count = 'wrong_codes' in done && typeof done.wrong_codes === 'number' ? done.wrong_codes : 0
  if (count >= MIN_ALARMING_FAILURES) void alertDialog(m.code_failures({ count }))
  else toast.success(m.auth_login_done())
}
