import { MapPin, Navigation, Link2, Eye, EyeOff } from 'lucide-react'
import { Suspense, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { OIDC_PROVIDER, type SignInProvider } from '@antojo/domain/sign-in-provider'
import { m } from '@antojo/i18n/messages'
import { Awning, BrandMark } from '../../components/brand.tsx'
import { LanguageSwitch } from '../../components/language-switch.tsx'
import { Page, PageSkeleton } from '../../components/page.tsx'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlay } from '../../lib/navigation/overlay.ts'
import { useDeleteAfter, useNeedsCode } from '../../lib/services.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TacoPlate } from './taco-plate.tsx'
import { useInvitation, useSignIn, type AuthMode, type SignUpState, type SignInForm } from './use-sign-in.ts'
import { lateComponent, lazyComponent } from '../../lib/view/lazy-component.tsx'
import { readStored, STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { NameField } from '../../components/name-field.tsx'

const RestoreScreen = lazyComponent(() => import('./restore-screen.tsx'), 'RestoreScreen')
const ConfirmEmail = lateComponent(() => import('./confirm-email.tsx'), 'ConfirmEmail')
const CodeScreen = lazyComponent(() => import('./code-screen.tsx'), 'CodeScreen')
const PasskeySignIn = lateComponent(() => import('./passkey-sign-in.tsx'), 'PasskeySignIn')
const Farewell = lateComponent(() => import('./farewell.tsx'), 'Farewell')
const GuestInvitation = lazyComponent(() => import('../lists/invitation.tsx'), 'GuestInvitation')

interface SignInScreenProps {
  /** Token of the invitation link that the person opened. */
  readonly invitation?: string | null
}

/** Shown to guests instead of every screen that needs a session, and where they ask for it. */
export function SignInScreen({ invitation = null }: SignInScreenProps) {
  const needsCode = useNeedsCode()
  const deleteAfter = useDeleteAfter()
  if (!needsCode && deleteAfter === null) return <PasswordScreen invitation={invitation} />
  return (
    <Suspense fallback={<PageSkeleton />}>
      {deleteAfter === null ? <CodeScreen /> : <RestoreScreen deleteAfter={deleteAfter} />}
    </Suspense>
  )
}

function PasswordScreen({ invitation }: { invitation: string | null }) {
  const signUp = useInvitation(invitation)
  const [path] = useLocation()
  const [chosen, setChosen] = useState<AuthMode | null>(null)
  const mode = chosen ?? (signUp === 'invited' ? 'register' : 'login')
  const { form, refusal, unconfirmed, withProvider, begin } = useSignIn(mode)
  const hasPasskeys = useBootConfig()?.passkeys === true
  // The screen that takes its place has the same address: nothing else brings it to its top.
  useLayoutEffect(() => () => scrollTo(0, 0), [])
  return (
    <>
      <Awning className="h-7 [--stripe:2.25rem] md:h-9 md:[--stripe:3rem]" />
      <Page title={m.page_sign_in()} hideTitle>
        <div className="mx-auto grid max-w-6xl items-center gap-8 md:min-h-[calc(100dvh-9rem)] md:grid-cols-[1.15fr_1fr] md:gap-16">
          {invitation !== null && path.startsWith('/invite/') ? (
            <Suspense fallback={<Hero />}>
              <GuestInvitation token={invitation}>
                <Hero />
              </GuestInvitation>
            </Suspense>
          ) : (
            <Hero />
          )}
          <section className="mx-auto w-full max-w-md rounded-3xl bg-surface p-6 shadow-card md:p-8">
            {unconfirmed === null ? (
              <>
                {readStored(STORAGE_KEYS.left, 'sessionStorage') === null ? null : <Farewell />}
                <Heading mode={mode} signUp={signUp} />
                <Wish />
                <AuthForm mode={mode} form={form} refusal={refusal} />
                {mode === 'login' && hasPasskeys ? <PasskeySignIn /> : null}
                {mode === 'login' ? <ForgotLink /> : null}
                <ProviderButtons onChoose={withProvider} />
                <OtherMode
                  mode={mode}
                  signUp={signUp}
                  onChange={() => {
                    form.abandon()
                    begin()
                    setChosen(mode === 'login' ? 'register' : 'login')
                  }}
                />
              </>
            ) : (
              <ConfirmEmail email={unconfirmed} onBack={begin} />
            )}
          </section>
        </div>
        <footer className="mt-8 flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
          <Link
            href={paths.map}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-talavera-text underline"
          >
            {m.auth_guest_map()}
          </Link>
          <LanguageSwitch />
        </footer>
      </Page>
    </>
  )
}

/** Tells the guest what follows. */
function Wish() {
  const wish = useOverlay('enter')
  if (wish !== 'save' && wish !== 'add') return null
  return (
    <p className="mt-2 rounded-xl bg-maiz-soft px-4 py-3 text-sm font-semibold">
      {wish === 'save' ? m.auth_then_save() : m.auth_then_add()}
    </p>
  )
}

interface ModeProps {
  readonly mode: AuthMode
  readonly signUp: SignUpState
}

function Heading({ mode, signUp }: ModeProps) {
  if (signUp === 'invited' && mode === 'register') {
    return (
      <>
        <h2 className="text-2xl">{m.auth_invited_title()}</h2>
        <p className="mt-2 text-ink-soft">{m.auth_invited_text()}</p>
      </>
    )
  }
  return (
    <>
      {signUp === 'refused' ? (
        <p role="alert" className="mb-5 rounded-xl bg-maiz-soft px-4 py-3 text-sm font-semibold">
          {m.auth_invitation_refused()}
        </p>
      ) : null}
      <h2 className="text-2xl">{mode === 'login' ? m.auth_login_title() : m.auth_register_title()}</h2>
    </>
  )
}

/** Leads to a new password; where the server cannot send mail, the administrator helps. */
function ForgotLink() {
  const mail = useBootConfig()?.mail
  if (mail === undefined) return null
  if (!mail) return <p className="mt-3 text-sm text-ink-soft">{m.recover_by_administrator()}</p>
  return (
    <Link
      href={paths.recover}
      className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-talavera-text underline"
    >
      {m.recover_link()}
    </Link>
  )
}

interface ProviderButtonsProps {
  readonly onChoose: (provider: SignInProvider, name: string) => Promise<void>
}

/** Google, Facebook and the operator's own provider, each shown only where the operator has configured it. */
function ProviderButtons({ onChoose }: ProviderButtonsProps) {
  const signIn = useBootConfig()?.signIn
  const google = signIn?.google === true
  const facebook = signIn?.facebook === true
  const oidc = signIn?.oidc
  if (!google && !facebook && !oidc) return null
  return (
    <div className="mt-5 grid gap-2.5">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {m.auth_or()}
      </p>
      {oidc ? <ProviderButton provider={OIDC_PROVIDER} name={oidc} onChoose={onChoose} /> : null}
      {google ? <ProviderButton provider="google" name="Google" onChoose={onChoose} /> : null}
      {facebook ? <ProviderButton provider="facebook" name="Facebook" onChoose={onChoose} /> : null}
    </div>
  )
}

function ProviderButton({
  provider,
  name,
  onChoose,
}: ProviderButtonsProps & { provider: SignInProvider; name: string }) {
  return <Button onClick={() => void onChoose(provider, name)}>{m.auth_with({ provider: name })}</Button>
}

/** Switches between sign-in and sign-up; explains what to do where sign-up is not open. */
function OtherMode({ mode, signUp, onChange }: ModeProps & { onChange: () => void }) {
  if (signUp === 'refused') return null
  if (signUp === 'invite' || signUp === 'closed') {
    return (
      <p className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
        {signUp === 'invite' ? m.auth_by_invitation() : m.auth_closed()}
      </p>
    )
  }
  return (
    <button
      type="button"
      // Hidden until the server's answer is known, but the layout does not jump.
      className={`mt-4 min-h-11 w-full rounded-xl font-semibold text-talavera-text hover:bg-sunk ${signUp === 'unknown' ? 'invisible' : ''}`}
      onClick={onChange}
    >
      {mode === 'login' ? m.auth_to_register() : m.auth_to_login()}
    </button>
  )
}

function Hero() {
  const points = [
    { text: m.auth_point_paste(), Icon: Link2 },
    { text: m.auth_point_place(), Icon: MapPin },
    { text: m.auth_point_go(), Icon: Navigation },
  ]
  return (
    <section className="relative pt-4 md:pt-0">
      <TacoPlate className="absolute -top-4 -right-4 -z-10 w-34 md:static md:z-auto md:-ml-6 md:w-full md:max-w-104" />
      <p className="flex items-center gap-2.5 font-display text-2xl font-bold tracking-tight">
        <BrandMark className="size-10" />
        {m.brand()}
      </p>
      <p className="mt-5 font-display text-[clamp(2.4rem,7vw,4.6rem)] leading-[0.98] font-bold tracking-[-0.03em] text-balance">
        {m.auth_hero()}
      </p>
      <p className="mt-4 max-w-prose text-lg text-ink-soft">{m.app_tagline()}</p>
      <ul className="mt-7 hidden gap-4 md:grid">
        {points.map(({ text, Icon }) => (
          <li key={text} className="flex items-center gap-4 text-lg">
            <span className="grid size-11 shrink-0 place-items-center rounded-2xl bg-maiz text-maiz-ink">
              <Icon aria-hidden className="size-5.5" />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AuthFormProps {
  readonly mode: AuthMode
  readonly form: SignInForm
  /** Why a provider did not sign the person in. */
  readonly refusal: string | null
}

/** Email and password, both required; for a new account also the name, which is not. */
function AuthForm({ mode, form, refusal }: AuthFormProps) {
  const [shown, setShown] = useState(false)
  return (
    <Form form={form} className="mt-5 grid gap-4">
      <TextField
        {...form.field('email')}
        label={m.auth_email()}
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
        required
      />
      <TextField
        {...form.field('password')}
        label={m.auth_password()}
        {...(mode === 'register' && { description: m.account_password_text() })}
        type={shown ? 'text' : 'password'}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        required
        trailing={
          <IconButton
            label={shown ? m.auth_hide_password() : m.auth_show_password()}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        }
      />
      {mode === 'register' ? <NameField {...form.field('name')} /> : null}
      {refusal === null ? null : (
        <p role="alert" className="rounded-xl bg-chile-soft px-4 py-3 text-sm font-semibold text-chile-text">
          {refusal}
        </p>
      )}
      <Submit className="mt-1">
        {form.busy ? m.auth_busy() : mode === 'login' ? m.auth_login() : m.auth_register()}
      </Submit>
    </Form>
  )
}
