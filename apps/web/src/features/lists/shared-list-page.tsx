import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function SharedListPage({ listId }: { listId: string | null }) {
  return <Page title={m.page_list()}>{listId}</Page>
}
