import { m } from '@antojo/i18n/messages'
import { CircleUser, Database, KeyRound, Palette, Shield, Stethoscope, Utensils, Wrench } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, useEffectEvent } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { Page } from '../../components/page.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { cx } from '../../lib/view/cx.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { AccountSection } from '../profile/account-section.tsx'
import {
  FilterSettings,
  MapSettings,
  OrderSettings,
  PrivacySettings,
  DisplaySettings,
} from './setting-groups.tsx'
import { ResetSettings, SettingsFile } from './data-settings.tsx'
import { InviteRow, InviteSettings } from './invite-settings.tsx'
import { PlaceData } from './place-data.tsx'

const TokenSettings = lateComponent(() => import('./token-settings.tsx'), 'TokenSettings')
const TaughtNames = lateComponent(() => import('./taught-names.tsx'), 'TaughtNames')

const SECTIONS = {
  display: { title: m.settings_display, Icon: Palette, Content: controls(DisplaySettings) },
  content: {
    title: m.settings_content,
    Icon: Utensils,
    Content: controls(OrderSettings, FilterSettings, MapSettings),
  },
  privacy: { title: m.settings_privacy, Icon: Shield, Content: controls(PrivacySettings) },
  account: { title: m.settings_account, Icon: CircleUser, Content: Account },
  data: { title: m.settings_data, Icon: Database, Content: Data },
  advanced: { title: m.settings_advanced, Icon: Wrench, Content: Advanced },
} as const satisfies Readonly<Record<SectionName, unknown>>

/** Every setting, in sections. A change applies at once. When the session ends here, the sign-in screen follows. */
export function SettingsPage() {
  const isGuest = useSession() === null
  const [wasGuest] = useState(isGuest)
  return isGuest && !wasGuest ? <Redirect replace to={paths.home} /> : <Sections isGuest={isGuest} />
}

function Sections({ isGuest }: { isGuest: boolean }) {
  const names = SECTION_NAMES.filter((name) => name !== 'account' || !isGuest)
  const { section, show } = useSection(names)
  return (
    <Page title={m.header_settings()} width="page">
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-12 md:mt-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <SectionIndex names={names} current={section} onChoose={show} />
        <div>
          {names.map((name) => {
            const { title, Icon, Content: Body } = SECTIONS[name]
            return (
              <section key={name} id={name} aria-labelledby={`${name}-title`} className="pb-8">
                <h2 id={`${name}-title`} className="flex items-center gap-2 px-1 pb-3 text-lg">
                  <Icon aria-hidden className="size-5 text-chile-text" />
                  {title()}
                </h2>
                <Body />
              </section>
            )
          })}
        </div>
      </div>
      {isGuest ? null : <Panels />}
    </Page>
  )
}

interface SectionIndexProps {
  readonly names: readonly SectionName[]
  readonly current: SectionName
  readonly onChoose: (name: SectionName) => void
}

/** Links to the sections: beside them, or above them on small screens. */
function SectionIndex({ names, current, onChoose }: SectionIndexProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[href="${sectionAddress(current)}"]`)
    if (chip) row.current?.scrollTo({ left: chip.offsetLeft - 16 })
  }, [current])
  return (
    <nav
      ref={row}
      aria-label={m.settings_sections()}
      className="sticky top-0 z-20 -mx-4 mb-3 flex gap-2 overflow-x-auto bg-paper px-4 py-2 [scrollbar-width:none] md:top-24 md:mx-0 md:flex-col md:gap-1 md:self-start md:p-0"
    >
      {names.map((name) => {
        const { title, Icon } = SECTIONS[name]
        return (
          <Link
            key={name}
            replace
            href={sectionAddress(name)}
            aria-current={name === current ? 'true' : undefined}
            onClick={() => onChoose(name)}
            className={cx(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-semibold no-underline',
              name === current
                ? 'border-ink bg-ink text-paper'
                : 'border-line bg-surface text-ink hover:bg-sunk md:border-transparent md:bg-transparent',
            )}
          >
            <Icon aria-hidden className="size-4.5" />
            {title()}
          </Link>
        )
      })}
    </nav>
  )
}

/** A card of controls. It is a container, in which wide controls stand beside their labels. */
function controls(...groups: readonly (() => ReactNode)[]) {
  return function Controls() {
    return (
      <div className="@container/settings">
        <Rows className="*:px-5 *:py-3.5">
          {groups.map((Group) => (
            <Group key={Group.name} />
          ))}
        </Rows>
      </div>
    )
  }
}

function Account() {
  return (
    <div className="grid gap-4">
      <AccountSection />
      <Rows className="empty:hidden">
        <InviteRow />
      </Rows>
    </div>
  )
}

function Data() {
  const isGuest = useSession() === null
  return (
    <div className="grid gap-4">
      {isGuest ? null : <PlaceData />}
      <Rows>
        <SettingsFile />
      </Rows>
    </div>
  )
}

function Advanced() {
  const isGuest = useSession() === null
  return (
    <Rows>
      {isGuest ? null : (
        <Row
          icon={<KeyRound />}
          label={m.tokens_title()}
          text={m.tokens_hint()}
          onClick={() => drawer.open('tokens')}
        />
      )}
      <Row
        icon={<Stethoscope />}
        label={m.settings_diagnostics()}
        onClick={() => drawer.open('diagnostics')}
      />
      <ResetSettings />
    </Rows>
  )
}

/** The sheets of the rows. */
function Panels() {
  const open = useDrawer()
  return (
    <>
      {open === 'tokens' ? <TokenSettings onClose={drawer.close} /> : null}
      {open === 'taught-names' ? <TaughtNames onClose={drawer.close} /> : null}
      {open === 'invite' ? <InviteSettings onClose={drawer.close} /> : null}
    </>
  )
}

const SECTION_NAMES = ['display', 'content', 'privacy', 'account', 'data', 'advanced'] as const
type SectionName = (typeof SECTION_NAMES)[number]

/** The first section has the page's own address. */
function sectionAddress(name: SectionName): string {
  return name === SECTION_NAMES[0] ? paths.settings : `${paths.settings}?section=${name}`
}

/** A section is reached when its heading is in this upper part of the window. */
const READING_PART = 0.3

/** The section in the address, which follows what the person scrolls to, and a function that scrolls to one. */
function useSection(names: readonly SectionName[]) {
  const [params, setParams] = useSearchParams()
  const section = names.find((name) => name === params.get('section')) ?? SECTION_NAMES[0]
  const inView = useRef<SectionName>(null)
  const isJumping = useRef(false)

  const show = (name: SectionName) => {
    inView.current = name
    isJumping.current = true
    if (name === SECTION_NAMES[0]) scrollTo(0, 0)
    else document.getElementById(name)?.scrollIntoView()
    // The scroll event comes with the next frame. At the end of the page, it would name another section than the chosen one.
    requestAnimationFrame(() => requestAnimationFrame(() => (isJumping.current = false)))
  }
  const arrive = useEffectEvent((name: SectionName) => {
    if (name !== inView.current) show(name)
  })
  useEffect(() => arrive(section), [section])

  const follow = useEffectEvent(() => {
    // Scrolling goes on while the next page loads; its address must not be replaced.
    if (location.pathname !== paths.settings) return
    const name = sectionInView(names)
    if (isJumping.current || name === inView.current) return
    inView.current = name
    setParams(
      (now) => {
        now.delete('section')
        if (name !== SECTION_NAMES[0]) now.set('section', name)
        return now
      },
      { replace: true, state: history.state },
    )
  })
  useEffect(() => {
    const scrolled = () => follow()
    addEventListener('scroll', scrolled, { passive: true })
    return () => removeEventListener('scroll', scrolled)
  }, [])
  return { section, show }
}

function sectionInView(names: readonly SectionName[]): SectionName {
  const { scrollHeight } = document.documentElement
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2
  const reached = names.findLast((name) => {
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? Infinity
    return isAtEnd || top <= innerHeight * READING_PART
  })
  return reached ?? SECTION_NAMES[0]
}
