import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function ProfilePage() {
  return <Page title={m.page_profile()}>{null}</Page>
}
