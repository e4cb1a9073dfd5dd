import { m } from '@antojo/i18n/messages'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Profile } from './profile.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const EditProfile = lateComponent(() => import('./edit-profile.tsx'), 'EditProfile')

interface ProfileHeaderProps {
  readonly profile: Profile
  readonly userId: string
}

/** Picture, name, tier, and the date of the sign-up. */
export function ProfileHeader({ profile, userId }: ProfileHeaderProps) {
  const editing = useDrawer() === 'edit-profile'
  const [now] = useState(() => new Date())
  const name = profile.name ?? profile.email.split('@')[0] ?? ''
  const { trialEndsAt } = profile
  return (
    <section className="my-5 flex flex-wrap items-center gap-5 rounded-3xl bg-surface p-5 shadow-card md:p-7">
      <Avatar name={name} picture={profile.picture} large />
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="min-w-0 text-3xl">{name}</h2>
          <Badge tone={profile.premium ? 'maiz' : 'plain'}>
            {profile.premium ? m.profile_premium() : m.profile_free()}
          </Badge>
        </div>
        <p className="truncate text-ink-soft">{profile.email}</p>
        <p className="tabular text-sm text-ink-soft">
          {[
            m.profile_since({ date: date(profile.createdAt) }),
            m.profile_extractions({ n: profile.extractions }),
            trialEndsAt &&
              (trialEndsAt > now
                ? m.profile_trial({ date: date(trialEndsAt) })
                : m.profile_trial_over({ date: date(trialEndsAt) })),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        icon={<PencilLine aria-hidden className="size-4.5" />}
        onClick={() => drawer.open('edit-profile')}
      >
        {m.profile_edit()}
      </Button>
      {editing ? <EditProfile profile={profile} userId={userId} onClose={drawer.close} /> : null}
    </section>
  )
}

function date(day: Date): string {
  return dateText(day, { dateStyle: 'long' })
}
