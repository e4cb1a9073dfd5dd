import { m } from '@antojo/i18n/messages'
import { useEffect, useState } from 'react'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { intlLocale } from '../../lib/view/locale.ts'

/** Says what became of the account that was deleted in this tab, also after a reload, until the person goes elsewhere. */
export function Farewell() {
  const { language } = useSettings()
  const [left] = useState(() => sessionStorage.getItem(STORAGE_KEYS.left))
  useEffect(() => () => sessionStorage.removeItem(STORAGE_KEYS.left), [])
  if (left === null) return null
  const date = (day: string) =>
    new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long' }).format(new Date(day))
  return (
    <output className="mb-5 block rounded-xl bg-cilantro-soft px-4 py-3 font-semibold">
      {left === '' ? m.account_deleted() : m.account_leaving({ date: date(left) })}
    </output>
  )
}
