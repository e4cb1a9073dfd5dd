import { nameKey } from '@antojo/domain/text'

/**
 * The names of columns, by their letters only (`¿Dónde?`, `formatted_address`), in the languages of people who use Antojo
 * and in those of the programs that write such files. A column is the first of these that its name fits.
 */
const COLUMNS = {
  picture: begins('cover|thumbnail|image|picture|photo|imagen|portada|foto'),
  /** The page of a place itself: it is neither a post nor a map. */
  website: begins('website|web|sitio web|pagina|homepage|site'),
  /** Antojo's own table has all lists, visits and videos of a place. */
  lists: /^(?:lists|listas)$/u,
  visited: /^(?:visited|visitas)$/u,
  videos: /^videos$/u,
  url: /(?:^| )(?:url|link|enlace|liga|lien|uri)(?: |$)/u,
  lat: /^(?:y|(?!.*\bl(?:ng|on))(?:.* )?(?:lat|latitude|latitud|latitudine|breitengrad))$/u,
  lng: /^(?:x|(?!.*\blat)(?:.* )?(?:lng|lon|long|longitude|longitud|longitudine|langengrad))$/u,
  both: begins(String.raw`coord\w*|gps|posicion|position|posizione|lat\w* l[no]n?g?\w*`),
  wkt: /^(?:wkt|geometry|geometria)$/u,
  address: begins(
    '(?:full |formatted |street )?address|direccion|dir|domicilio|ubicacion|donde|location|adresse|indirizzo|endereco|localizacao',
  ),
  city: begins('city|ciudad|ville|stadt|citta|cidade|colonia|barrio|alcaldia|municipio|localidad'),
  list: /^(?:list|lista|collection|coleccion|folder|carpeta|liste)$/u,
  time: /^(?:date|created|created at|saved|fecha|time added|timestamp|guardado)$/u,
  tags: begins('tags?|etiquetas?|labels?'),
  excerpt: begins('excerpt|selection|extracto|summary|resumen'),
  note: begins(
    String.raw`notes?|notas?|comments?|comentarios?|description|descripcion|observacion\w*|opinion\w*|resena|notiz\w*|remarque\w*|memo`,
  ),
  name: begins(
    'name|title|place|business|venue|nombre|titulo|lugar|sitio|local|negocio|establecimiento|restaurant[es]?|nom|titre|nome|titolo|titel',
  ),
}
export type Column = keyof typeof COLUMNS

const NAMES = Object.keys(COLUMNS).filter((name): name is Column => name in COLUMNS)

/** The meaning of a column by its name in the header; null for any other name. */
export function columnNamed(name: string): Column | null {
  const key = nameKey(name.replaceAll('_', ' '))
  return NAMES.find((column) => COLUMNS[column].test(key)) ?? null
}

function begins(words: string): RegExp {
  return new RegExp(`^(?:${words})(?: |$)`, 'u')
}
