/** Google's own id of a place; null for the places of everybody else. */
export function googleIdOf(placeId: string | null): string | null {
  return placeId?.startsWith('google:') === true ? placeId.slice('google:'.length) : null
}
