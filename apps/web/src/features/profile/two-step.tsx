import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { failed, useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorMessage } from '../../lib/api/rest.ts'
import { authMessage, authRefusal } from '../../lib/api/auth-message.ts'
import { ProofForm } from '../auth/proof-form.tsx'
import { CodeFields } from '../auth/code-fields.tsx'
import { Failed } from '../../ui/failed.tsx'

/** The field of a refusal of the auth service. */
const FIELD_OF_CODE = {
  mfa_verification_failed: 'code',
  mfa_verification_rejected: 'code',
  mfa_challenge_expired: 'code',
} as const

const FACTORS_KEY = ['factors']

interface Enrolment {
  readonly factorId: string
  /** The QR code as a data URL. */
  readonly qr: string
  readonly secret: string
}

/** Turns two-step verification with an authenticator app on and off. */
export function TwoStep({ onClose }: { onClose: () => void }) {
  const { session } = useServices()
  const queries = useQueryClient()
  const {
    data: factorId,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: FACTORS_KEY,
    queryFn: async () => {
      const { data, error: unread } = await (await session.client()).mfa.listFactors()
      if (unread) throw unread
      return data.totp[0]?.id ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })
  const changed = () => queries.invalidateQueries({ queryKey: FACTORS_KEY })
  return (
    <Dialog title={m.mfa_title()} shape="sheet" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{m.mfa_text()}</p>
        {isPending ? (
          <Skeleton className="h-11 w-full" />
        ) : error ? (
          <Failed text={m.account_failed({ reason: errorMessage(error) })} onRetry={() => void refetch()} />
        ) : typeof factorId === 'string' ? (
          <TurnOff factorId={factorId} onChanged={changed} />
        ) : (
          <TurnOn onChanged={changed} />
        )}
      </div>
    </Dialog>
  )
}

interface ChangeProps {
  readonly onChanged: () => Promise<unknown>
}

function TurnOff({ factorId, onChanged }: ChangeProps & { factorId: string }) {
  const { session } = useServices()
  const form = useForm({
    initial: {},
    send: async () => {
      const auth = await session.client()
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error) return failed(m.account_failed({ reason: authMessage(error) }), error)
      // The old token still names the factor.
      await auth.refreshSession()
      toast.success(m.mfa_disabled())
      await onChanged()
      return undefined
    },
  })
  const ask = async () => {
    const question = { title: m.mfa_disable_question(), agree: m.mfa_disable(), danger: true }
    if (await confirm(question)) form.submit()
  }
  if (form.needsProof) return <ProofForm onDone={form.submit} />
  return (
    <Form form={form} className="flex flex-wrap items-center justify-between gap-4">
      <Badge tone="open">{m.mfa_on()}</Badge>
      <Button variant="danger" busy={form.busy} onClick={() => void ask()}>
        {m.mfa_disable()}
      </Button>
    </Form>
  )
}

function TurnOn({ onChanged }: ChangeProps) {
  const { session } = useServices()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const form = useForm({
    initial: {},
    send: async () => {
      const auth = await session.client()
      const { data: factors } = await auth.mfa.listFactors()
      // An earlier, unfinished attempt left a factor with the same name, which the service would refuse.
      for (const factor of factors?.all ?? [])
        if (factor.status === 'unverified') await auth.mfa.unenroll({ factorId: factor.id })
      const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer: 'Antojo' })
      if (error) return failed(m.account_failed({ reason: authMessage(error) }), error)
      setEnrolment({ factorId: data.id, qr: dataUrlOf(data.totp.qr_code), secret: data.totp.secret })
      return undefined
    },
  })
  if (form.needsProof) return <ProofForm onDone={form.submit} />
  if (enrolment) return <Verify enrolment={enrolment} onChanged={onChanged} />
  return (
    <Form form={form} className="flex flex-wrap items-center justify-between gap-4">
      <Badge>{m.mfa_off()}</Badge>
      <Submit size="md">{m.mfa_enable()}</Submit>
    </Form>
  )
}

/** Escapes the QR code for a data URL: auth-js does not, and a `#` in it would end the URL. */
function dataUrlOf(qr: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qr.slice(qr.indexOf('<')))}`
}

function Verify({ enrolment, onChanged }: ChangeProps & { enrolment: Enrolment }) {
  const { session } = useServices()
  const form = useForm({
    initial: { code: '' },
    send: async ({ code }) => {
      const auth = await session.client()
      const { error } = await auth.mfa.challengeAndVerify({ factorId: enrolment.factorId, code: code.trim() })
      if (error) return authRefusal(error, FIELD_OF_CODE)
      toast.success(m.mfa_enabled())
      await onChanged()
      return undefined
    },
  })
  return (
    <Form form={form}>
      <p>{m.mfa_scan()}</p>
      <img
        src={enrolment.qr}
        alt={m.mfa_qr()}
        className="size-52 justify-self-center rounded-2xl bg-white p-3"
      />
      <TextField
        label={m.mfa_key()}
        readOnly
        value={enrolment.secret}
        onFocus={(event) => event.target.select()}
      />
      <CodeFields form={form} length={6} action={m.mfa_verify()} />
    </Form>
  )
}
