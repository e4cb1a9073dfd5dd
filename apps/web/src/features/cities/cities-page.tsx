import { m } from '@antojo/i18n/messages'
import { Link } from 'wouter'
import { Page } from '../../components/page.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CityChooser } from './city-chooser.tsx'

/** The question of the first run, also reached later: in which cities does the person eat? */
export function CitiesPage() {
  return (
    <Page title={m.cities_title()} width="text">
      <CityChooser />
      <p className="text-sm text-ink-soft">{m.cities_later()}</p>
      <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
        {m.back_home()}
      </Link>
    </Page>
  )
}
