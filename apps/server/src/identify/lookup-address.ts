import { inBlock } from '@antojo/domain/identify/address'
import type { CandidateSet } from '@antojo/domain/identify/candidate'
import type { PostContext } from '@antojo/domain/identify/post-context'
import { distanceKm } from '@antojo/domain/identify/geo'
import type { PlaceLookup } from '@antojo/places/lookup'
import type { Area } from '@antojo/places/place'

const MAX_ADDRESSES = 4
/** So many places behind one door tell nothing. */
const MAX_AT_ADDRESS = 12

/** Adds the places at the addresses the post gives, within its areas when it names any. */
export async function addByAddress(
  lookup: PlaceLookup,
  set: CandidateSet,
  context: PostContext,
  areas: readonly Area[],
): Promise<void> {
  const surest = context.addresses.toSorted((a, b) => Number(b.sure) - Number(a.sure)).slice(0, MAX_ADDRESSES)
  await Promise.all(
    surest.map(async ({ street, number, block }) => {
      const area = areas[0]
      if (block && area === undefined) return
      const found = await lookup.byAddress(
        block && area !== undefined ? { street, area } : { street, number },
      )
      const fitting = found.filter(
        (place) =>
          (areas.length === 0 || areas.some((a) => distanceKm(place, a) * 1000 <= a.radius)) &&
          (!block ||
            (place.address?.match(/\d{1,5}/g) ?? []).some((n) => inBlock(Number(n), Number(number)))),
      )
      if (fitting.length <= MAX_AT_ADDRESS) for (const place of fitting) set.addAddress(place)
    }),
  )
}
