import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function FinderPage() {
  return <Page title={m.page_find()}>{null}</Page>
}
