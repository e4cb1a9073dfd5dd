import { m } from '@antojo/i18n/messages'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'
import { Button } from '../../ui/button.tsx'

interface ProviderButtonsProps {
  readonly onChoose: (provider: 'google' | 'facebook', name: string) => Promise<void>
}

/** Google and Facebook, each only where the operator has set it up. */
export function ProviderButtons({ onChoose }: ProviderButtonsProps) {
  const signIn = useBootConfig()?.signIn
  const google = signIn?.google === true
  const facebook = signIn?.facebook === true
  if (!google && !facebook) return null
  return (
    <div className="mt-5 grid gap-2.5">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {m.auth_or()}
      </p>
      {google ? (
        <Button onClick={() => void onChoose('google', 'Google')}>{m.auth_with_google()}</Button>
      ) : null}
      {facebook ? (
        <Button onClick={() => void onChoose('facebook', 'Facebook')}>{m.auth_with_facebook()}</Button>
      ) : null}
    </div>
  )
}
