import { m } from '@antojo/i18n/messages'
import { Page } from '../../components/page.tsx'

export function HomePage({ mode }: { mode: 'home' | 'map' }) {
  return <Page title={mode === 'map' ? m.page_map() : m.page_home()}>{null}</Page>
}
