import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function AdminPage() {
  return <Page title={m.page_admin()}>{null}</Page>
}
