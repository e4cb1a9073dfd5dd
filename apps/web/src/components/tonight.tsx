import { m } from '@antojo/i18n/messages'
import { askLocation, knownLocation } from '../lib/device/user-location.ts'
import { useUrlSearch } from '../lib/navigation/navigation.ts'
import { useStore } from '../lib/store.ts'
import { toast } from '../lib/view/toasts.ts'
import { ChoiceChip } from '../ui/form/chip.tsx'

/** How far "near me" is. */
const NEAR_KM = '2'

/** Asks for the location, and says when it is refused. */
export const askNear = () => askLocation(() => toast.info(m.map_no_location()))

/** The filters for places that are open now and near; while one is set, also where nothing is found. */
export function Tonight({ isOffered }: { isOffered: boolean }) {
  const [search, setSearch] = useUrlSearch()
  const isUnknown = useStore(knownLocation).kind === 'denied'
  if (!isOffered && !search.open && search.km === '') return null
  // Without a location it filters nothing: a further press asks again.
  const isNear = search.km !== '' && !isUnknown
  return (
    <>
      <ChoiceChip
        label={m.filter_open()}
        pressed={search.open}
        onToggle={() => setSearch({ ...search, open: !search.open })}
      />
      <ChoiceChip
        label={m.filter_near()}
        pressed={isNear}
        onToggle={() => {
          if (!isNear) askNear()
          setSearch({ ...search, km: isNear ? '' : search.km || NEAR_KM })
        }}
      />
    </>
  )
}

/** Says that a distance was chosen and the location is not known; a press on the chip asks again. */
export function NoLocation() {
  const [search] = useUrlSearch()
  return useStore(knownLocation).kind === 'denied' && search.km !== '' ? (
    <output className="mb-2 block text-sm text-ink-soft">{m.filter_no_location()}</output>
  ) : null
}
