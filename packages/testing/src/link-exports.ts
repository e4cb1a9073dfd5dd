/** Builders of files of bookmarks and maps, in the format of each program. */

export interface SavedLink {
  readonly name: string
  /** Null for an entry without a link. */
  readonly url: string | null
  readonly note?: string
}

const SAVED_AT_SECONDS = Date.UTC(2023, 5, 1, 12) / 1000
const SAVED_AT = '2023-06-01T12:00:00Z'

/** Bookmarks in Netscape's format, in a folder. */
export function bookmarksHtml(folder: string, links: readonly SavedLink[]): string {
  const rows = links.map(
    ({ name, url, note }) =>
      `<DT><A HREF="${url ?? ''}" ADD_DATE="${SAVED_AT_SECONDS}">${name}</A>${note === undefined ? '' : `<DD>${note}`}`,
  )
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p><DT><H3>${folder}</H3>\n<DL><p>\n${rows.join('\n')}\n</DL><p></DL><p>`
}

/** `karakeep-export.json`. */
export function karakeepJson(list: string, links: readonly SavedLink[]): string {
  const bookmarks = links.map(({ name, url, note = null }) => ({
    createdAt: SAVED_AT_SECONDS,
    title: name,
    tags: ['comida'],
    lists: ['l1'],
    content: url === null ? null : { type: 'link', url },
    note,
  }))
  return JSON.stringify({ bookmarks, lists: [{ id: 'l1', name: list }] })
}

/** Linkwarden's backup. */
export function linkwardenJson(list: string, links: readonly SavedLink[]): string {
  const saved = links.map(({ name, url, note = '' }) => ({
    name,
    url,
    description: note,
    createdAt: SAVED_AT,
    tags: [{ name: 'comida' }],
  }))
  return JSON.stringify({ username: 'ana', collections: [{ name: list, links: saved }] })
}

/** Mealie's `database.json`. */
export function mealieJson(links: readonly SavedLink[]): string {
  return JSON.stringify({ recipes: links.map(({ name, url }) => ({ name, org_url: url })) })
}

export interface MapPoint {
  readonly name: string
  readonly position: readonly [lng: number, lat: number] | null
  readonly note?: string
  readonly list?: string
  readonly address?: string
}

/** Foursquare's `lists.json`. */
export function foursquareLists(name: string, points: readonly MapPoint[]): string {
  const items = points.map(({ name: venue, position, address }) => ({
    createdAt: SAVED_AT_SECONDS,
    venue: {
      name: venue,
      url: 'https://foursquare.com/v/x/4b05',
      ...(position && { location: { lng: position[0], lat: position[1], address } }),
    },
  }))
  return JSON.stringify({ items: [{ id: 'u/1', name, listItems: { count: items.length, items } }] })
}

/** KML with a folder; a point without position is drawn as a line. */
export function kmlFolder(folder: string, points: readonly MapPoint[]): string {
  const marks = points.map(
    ({ name, position, note = '' }) =>
      `<Placemark><name>${name}</name><description><![CDATA[${note}]]></description>${
        position === null
          ? '<LineString><coordinates>1,2 3,4</coordinates></LineString>'
          : `<Point><coordinates>\n ${position.join(',')},0\n</coordinates></Point>`
      }</Placemark>`,
  )
  return `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Viaje</name><Folder><name>${folder}</name>${marks.join('')}</Folder></Document></kml>`
}

/** OsmAnd's GPX; a point without position is a track. */
export function osmandGpx(points: readonly MapPoint[]): string {
  const marks = points.map(({ name, position, note = '', list = '', address = '' }) =>
    position === null
      ? `<trk><name>${name}</name></trk>`
      : `<wpt lat="${position[1]}" lon="${position[0]}"><time>${SAVED_AT}</time><name>${name}</name><desc>${note}</desc><type>${list}</type><extensions><osmand:address>${address}</osmand:address></extensions></wpt>`,
  )
  return `<?xml version="1.0"?><gpx version="1.1" creator="OsmAnd"><metadata><name>favorites</name></metadata>${marks.join('')}</gpx>`
}

/** GeoJSON in the form of Mapstr; a point without position is a line. */
export function geojsonFile(points: readonly MapPoint[]): string {
  const features = points.map(({ name, position, note = '', address = '' }) => ({
    type: 'Feature',
    geometry:
      position === null
        ? { type: 'LineString', coordinates: [[1, 2]] }
        : { type: 'Point', coordinates: position },
    properties: { name, address, userComment: note, tags: [{ name: 'tacos', color: 'red' }] },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}
