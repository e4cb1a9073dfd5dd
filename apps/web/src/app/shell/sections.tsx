import { Compass, Map as MapIcon, NotebookText, UserRound } from 'lucide-react'
import { m } from '@antojo/i18n/messages'
import { paths } from '../../lib/navigation/navigation.ts'

/** Whether a path belongs to a section: a list belongs to the lists, the settings to the profile. */
export function isInSection(href: string, path: string): boolean {
  return (
    path === href ||
    (href === paths.lists && path.startsWith('/list/')) ||
    (href === paths.profile && path === paths.settings)
  )
}

/** The four sections of the app, in the order of the tab bar. */
export function sections() {
  return [
    { href: paths.home, label: m.nav_discover(), Icon: Compass },
    { href: paths.map, label: m.nav_map(), Icon: MapIcon },
    { href: paths.lists, label: m.nav_lists(), Icon: NotebookText },
    { href: paths.profile, label: m.nav_profile(), Icon: UserRound },
  ] as const
}
