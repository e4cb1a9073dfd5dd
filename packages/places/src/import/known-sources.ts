/** The credit that must be shown with the places of a source. */
export interface SourceCredit {
  readonly title: string
  readonly licence?: string
  readonly url?: string
}

/** Credits of sources with known terms. Other sources get theirs from the import's options. */
const KNOWN: Readonly<Record<string, SourceCredit>> = {
  antojo: { title: 'Antojo', licence: 'MIT' },
  osm: {
    title: '© OpenStreetMap contributors',
    licence: 'ODbL 1.0',
    url: 'https://www.openstreetmap.org/copyright',
  },
  denue: {
    title: 'INEGI, Directorio Estadístico Nacional de Unidades Económicas (DENUE)',
    licence: 'Términos de libre uso de la información del INEGI',
    url: 'https://www.inegi.org.mx/app/mapa/denue/',
  },
  overture: {
    title: 'Overture Maps Foundation',
    licence: 'CDLA Permissive 2.0',
    url: 'https://overturemaps.org',
  },
  foursquare: {
    title: 'Foursquare OS Places',
    licence: 'Apache 2.0',
    url: 'https://opensource.foursquare.com/os-places/',
  },
  openbrewerydb: { title: 'Open Brewery DB', licence: 'MIT', url: 'https://www.openbrewerydb.org' },
}

/** The credit of a source, found by its name or the part before the first dash (`osm-madrid` is `osm`). */
export function knownCredit(source: string): SourceCredit | undefined {
  return KNOWN[source] ?? KNOWN[source.split('-')[0] ?? '']
}
