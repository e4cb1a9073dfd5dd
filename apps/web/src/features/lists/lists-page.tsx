import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function ListsPage() {
  return <Page title={m.page_lists()}>{null}</Page>
}
