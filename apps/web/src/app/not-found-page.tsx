import { Link } from 'wouter'
import { m } from '@antojo/i18n/messages'
import { Page } from '../components/page.tsx'
import { paths } from '../lib/navigation/navigation.ts'
import { buttonClass } from '../ui/button.tsx'

export function NotFoundPage() {
  return (
    <Page title={m.page_not_found()} width="text">
      <p className="text-ink-soft">{m.page_not_found_text()}</p>
      <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
        {m.back_home()}
      </Link>
    </Page>
  )
}
