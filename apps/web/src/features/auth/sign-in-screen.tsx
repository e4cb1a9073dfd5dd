import { MapPin, Navigation, Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { Awning, BrandMark } from '../../components/brand.tsx'
import { LanguageSwitch } from '../../components/language-switch.tsx'
import { Page, PageSkeleton } from '../../components/page.tsx'
import { paths } from '../../lib/navigation.ts'
import { useNeedsCode } from '../../lib/services.tsx'
import { AuthForm } from './auth-form.tsx'
import { ForgotLink } from './forgot-link.tsx'
import { TacoPlate } from './taco-plate.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useSignIn, type AuthMode } from './use-sign-in.ts'

const CodeScreen = lazy(async () => ({ default: (await import('./code-screen.tsx')).CodeScreen }))

/** Stands in the place of every screen that needs a session. */
export function SignInScreen() {
  if (!useNeedsCode()) return <PasswordScreen />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <CodeScreen />
    </Suspense>
  )
}

function PasswordScreen() {
  const [mode, setMode] = useState<AuthMode>('login')
  const { outcome, submit, withProvider, reset } = useSignIn()
  const other = mode === 'login' ? 'register' : 'login'
  return (
    <>
      <Awning className="h-7 [--stripe:2.25rem] md:h-9 md:[--stripe:3rem]" />
      <Page title={m.page_sign_in()} hideTitle>
        <div className="mx-auto grid max-w-6xl items-center gap-8 md:min-h-[calc(100dvh-9rem)] md:grid-cols-[1.15fr_1fr] md:gap-16">
          <Hero />
          <section className="mx-auto w-full max-w-md rounded-3xl bg-surface p-6 shadow-card md:p-8">
            <h2 className="text-2xl">{mode === 'login' ? m.auth_login_title() : m.auth_register_title()}</h2>
            <AuthForm
              key={mode}
              mode={mode}
              outcome={outcome}
              onSubmit={(credentials) => submit(mode, credentials)}
            />
            {mode === 'login' ? <ForgotLink /> : null}
            <ProviderButtons onChoose={withProvider} />
            <button
              type="button"
              className="mt-4 min-h-11 w-full rounded-xl font-semibold text-talavera-text hover:bg-sunk"
              onClick={() => {
                reset()
                setMode(other)
              }}
            >
              {mode === 'login' ? m.auth_to_register() : m.auth_to_login()}
            </button>
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
