import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Page, PageSkeleton } from '../../components/page.tsx'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useDeleteAfter, useNeedsCode, useServices, useSession } from '../../lib/services.tsx'
import { useForm, emailFault } from '../../lib/view/use-form.ts'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { authRefusal } from '../../lib/api/auth-message.ts'
import { CodeScreen } from './code-screen.tsx'
import { RestoreScreen } from './restore-screen.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Restores access to an account: sends a mail, and asks for a new password after its link was opened. */
export function RecoverPage() {
  const { session } = useServices()
  const signedIn = useSession() !== null
  const needsCode = useNeedsCode()
  const deleteAfter = useDeleteAfter()
  const go = useNavigate()
  // The link in the mail carries a code that the client exchanges for a session.
  const { isPending } = useQuery({
    queryKey: ['recovery'],
    queryFn: async () => (await (await session.client()).getSession()).data.session !== null,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isPending) return <PageSkeleton />
  if (needsCode) return <CodeScreen />
  if (deleteAfter !== null) return <RestoreScreen deleteAfter={deleteAfter} />
  return (
    <Page title={m.page_recover()} width="text">
      {signedIn ? (
        <>
          <p className="text-lg">{m.recover_new()}</p>
          <NewPasswordForm recovering onDone={() => go(paths.home)} />
        </>
      ) : (
        <AskForMail />
      )}
    </Page>
  )
}

function AskForMail() {
  const { session } = useServices()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      setSent(false)
      const auth = await session.client()
      const redirectTo = location.origin + paths.recover
      const { error } = await auth.resetPasswordForEmail(email.trim(), { redirectTo })
      if (error) return authRefusal(error)
      setSent(true)
      return undefined
    },
  })
  return (
    <Form form={form} className="grid w-full max-w-md gap-4">
      <p className="text-lg text-ink-soft">{m.recover_text()}</p>
      <TextField {...form.field('email')} label={m.auth_email()} type="email" autoComplete="email" required />
      {sent ? (
        <output className="rounded-xl bg-cilantro-soft px-4 py-3 text-sm font-semibold text-cilantro-text">
          {m.recover_sent()}
        </output>
      ) : null}
      <Submit>{m.recover_send()}</Submit>
      <Link
        href={paths.home}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold text-talavera-text underline"
      >
        {m.recover_back()}
      </Link>
    </Form>
  )
}
