import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

export interface GoogleKey {
  /** The operator's browser key. */
  readonly key: string
  readonly language: string
}

/**
 * Loads one of Google's map libraries. The script loads once per page, so after a change of language the texts on Google's
 * map change with the next visit.
 */
export async function googleLibrary<Name extends keyof google.maps.ImportLibraryMap>(
  { key, language }: GoogleKey,
  name: Name,
): Promise<google.maps.ImportLibraryMap[Name]> {
  if (!('google' in window)) setOptions({ key, language, v: 'quarterly' })
  return await importLibrary(name)
}
