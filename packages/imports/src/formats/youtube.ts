import { baseName, type Entry, type FormatReader, timeOf } from '../entries.ts'
import type { Row } from '../csv.ts'

/**
 * YouTube's Takeout: one file of bare ids and times for each playlist, with labels in the person's language. The other
 * files of the folder, such as the history, are never read.
 */
export const youtubePlaylists: FormatReader = {
  format: 'youtube',
  files: /(?:^|\/)youtube[^/]*\/(?:[^/]+\/)*[^/]+\.csv$/iu,
  read: (file) => {
    if (HISTORY.test(baseName(file.name))) return []
    const { rows, beyond } = file.table()
    const isOfYoutube = youtubePlaylists.files.test(file.name)
    const isVideo = (row: Row) => isVideoRow(row, isOfYoutube)
    const first = rows.findIndex(isVideo)
    const isPlaylist =
      first !== -1 &&
      first <= MAX_HEADER_ROWS &&
      rows.slice(first).filter(isVideo).length * 2 > rows.length - first
    if (!isPlaylist) return isOfYoutube ? [] : null
    // "Tacos-videos.csv", in Spanish "Tacos-vídeos.csv".
    const name = baseName(file.name).replace(/[-\s](?:v[ií]d[eé]os?|動画|видео|wideo)$/iu, '')
    const entries = rows.slice(first).map(([id = '', time = '']): Entry => ({
      url: VIDEO_ID.test(id) ? `https://www.youtube.com/watch?v=${id}` : null,
      title: null,
      savedAt: timeOf(time),
    }))
    return [{ kind: 'collection', name, entries, beyond }]
  },
}

const VIDEO_ID = /^[\w-]{11}$/u
/** Older files begin with the facts of the playlist. */
const MAX_HEADER_ROWS = 4
const HISTORY = /^(?:watch|search)-history$|^historial-de-(?:reproducciones|b[uú]squedas)$/iu

/** A word can have eleven letters too, so outside of YouTube's folder, a row is one only with its time. */
function isVideoRow([id = '', time = '']: Row, isOfYoutube: boolean): boolean {
  return VIDEO_ID.test(id) && (timeOf(time) !== null || (isOfYoutube && time === ''))
}
