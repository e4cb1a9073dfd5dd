import { m } from '@antojo/i18n/messages'
import { useEffect, useState } from 'react'
import { STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { dateText } from '../../lib/view/locale.ts'

/** Says what became of the account that was deleted in this tab, also after a reload, until the person goes elsewhere. */
export function Farewell() {
  const [left] = useState(() => sessionStorage.getItem(STORAGE_KEYS.left))
  useEffect(() => () => sessionStorage.removeItem(STORAGE_KEYS.left), [])
  if (left === null) return null
  return (
    <output className="mb-5 block rounded-xl bg-cilantro-soft px-4 py-3 font-semibold">
      {left === '' ? m.account_deleted() : m.account_leaving({ date: dateText(left, { dateStyle: 'long' }) })}
    </output>
  )
}
