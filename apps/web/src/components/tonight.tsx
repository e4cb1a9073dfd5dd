import { m } from '@antojo/i18n/messages'
import { askLocation } from '../lib/device/user-location.ts'
import { useUrlSearch } from '../lib/navigation/navigation.ts'
import { ChoiceChip } from '../ui/form/chip.tsx'

/** How far "near me" is. */
const NEAR_KM = '2'

/** The filters for places that are open now and near; while one is set, also where nothing is found. */
export function Tonight({ isOffered }: { isOffered: boolean }) {
  const [search, setSearch] = useUrlSearch()
  if (!isOffered && !search.open && search.km === '') return null
  return (
    <>
      <ChoiceChip
        label={m.filter_open()}
        pressed={search.open}
        onToggle={() => setSearch({ ...search, open: !search.open })}
      />
      <ChoiceChip
        label={m.filter_near()}
        pressed={search.km !== ''}
        onToggle={() => {
          if (search.km === '') askLocation()
          setSearch({ ...search, km: search.km === '' ? NEAR_KM : '' })
        }}
      />
    </>
  )
}
