import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import { Page } from '../../components/page.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

/** The page of an invitation link: sign-up, or a link to the home screen for people who are signed in. */
export function JoinPage() {
  const [token] = useState(() => location.hash.slice(1))
  const signedIn = useSession() !== null
  const [wasSignedIn] = useState(signedIn)
  if (!signedIn) return <SignInScreen invitation={token} />
  if (!wasSignedIn) return <Redirect to={paths.home} replace />
  return (
    <Page title={m.page_invite()} width="text">
      <p className="text-lg">{m.join_signed_in()}</p>
      <Link href={paths.home} className={buttonClass({ variant: 'primary', size: 'lg' })}>
        {m.back_home()}
      </Link>
    </Page>
  )
}
