import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

export interface GoogleKey {
  /** The operator's browser key. */
  readonly key: string
  readonly language: string
}

/**
 * Google's library of that name. Its script is loaded once a page: after a change of language, the words on Google's map
 * follow with the next visit.
 */
export async function googleLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  { key, language }: GoogleKey,
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  if (!('google' in window)) setOptions({ key, language, v: 'quarterly' })
  return await importLibrary(name)
}
