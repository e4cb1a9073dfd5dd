import { nameKey } from '@antojo/domain/text'

const PLACES =
  'place|business|venue|lugar|sitio|local|negocio|establecimiento|restaurant[es]?|ristorante|lokal|lieu'

/**
 * The names of columns, by their letters only (`¿Dónde?`, `formatted_address`), in the languages of people who use Antojo
 * and in those of the programs that write such files. A column is the first of these that its name fits.
 */
const COLUMNS = {
  picture: begins('cover|thumbnail|image|picture|photo|imagen|portada|foto'),
  /** The page or profile of a place itself, unless it is a post. */
  website:
    /^(?:(?:website|web|sitio web|pagina|homepage|site)(?: .*)?|instagram|facebook|tiktok|menu|carta)$/u,
  /** Antojo's own table has all lists, visits and videos of a place. */
  lists: /^(?:lists|listas)$/u,
  visited: /^(?:visited|visitas)$/u,
  videos: /^videos$/u,
  url: /(?:^| )(?:url|link|enlace|liga|lien|uri)(?: |$)/u,
  lat: /^(?:y|(?!.*\bl(?:ng|on))(?:.* )?(?:lat|latitude|latitud|latitudine|breitengrad))$/u,
  lng: /^(?:x|(?!.*\blat)(?:.* )?(?:lng|lon|long|longitude|longitud|longitudine|langengrad))$/u,
  both: begins(String.raw`mapa?s?|google maps|coord\w*|gps|posicion|position|posizione|lat\w* l[no]n?g?\w*`),
  wkt: /^(?:wkt|geometry|geometria)$/u,
  address: begins(
    '(?:full |formatted |street )?address|direccion|dir|domicilio|ubicacion|donde|location|adresse|anschrift|stra(?:ß|ss)e|indirizzo|endereco|morada|localizacao',
  ),
  city: begins(
    'city|town|ciudad|ville|stadt|ort|citta|cidade|colonia|col|barrio|bairro|zona|alcaldia|municipio|localidad|neighbou?rhood|area|district|stadtteil|quartier|quartiere',
  ),
  list: /^(?:list|lista|collection|coleccion|folder|carpeta|liste)$/u,
  time: begins('date|created|saved|added|time added|timestamp|fecha|guardado|agregado|datum'),
  tags: begins('tags?|etiquetas?|labels?'),
  /** Of an exported chat. */
  message: /^(?:message|messages|content|mensaje|texto|text)$/u,
  excerpt: begins('excerpt|selection|extracto|summary|resumen'),
  note: begins(
    String.raw`notes?|notas?|comm?ent\w*|description|descripcion|observac\w*|opinion\w*|resena|que pedir|recomend\w*|tips?|notiz\w*|bemerkung\w*|kommentar\w*|remarque\w*|memo`,
  ),
  name: begins(`name|title|nombre|titulo|nom|titre|nome|titolo|titel|${PLACES}`),
}
export type Column = keyof typeof COLUMNS

const NAMES = Object.keys(COLUMNS).filter((name): name is Column => name in COLUMNS)

/** The meaning of a column by its name in the header; null for any other name. */
export function columnNamed(name: string): Column | null {
  const key = nameKey(name.replaceAll('_', ' '))
  if (key.endsWith(' id')) return null
  return NAMES.find((column) => COLUMNS[column].test(key)) ?? null
}

/** True for the name of a column that has names of places. */
export function isOfPlace(name: string): boolean {
  return new RegExp(`(?:^| )(?:${PLACES})(?: |$)`, 'u').test(nameKey(name))
}

function begins(words: string): RegExp {
  return new RegExp(`^(?:${words})(?: |$)`, 'u')
}
