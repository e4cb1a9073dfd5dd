import { ARCHIVE_ROWS, archiveHeader, archiveKindOf } from '@antojo/contract/transfer/archive'
import type { AppClient } from '@antojo/testing/client'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { z } from 'zod'

/** The bytes of Antojo's own file of a person. */
export async function exportArchive(person: AppClient): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await person.request('/account/export')
  expect(answer.headers.get('content-disposition')).toContain('antojo.zip')
  return new Uint8Array(await answer.arrayBuffer())
}

/** The content of Antojo's own file of a person. */
export async function archiveOf(person: AppClient) {
  return contentOf(await exportArchive(person))
}

export function contentOf(archive: Uint8Array) {
  const files = unzipSync(archive)
  const lines = (kind: keyof typeof ARCHIVE_ROWS): unknown[] =>
    Object.entries(files)
      .filter(([name]) => archiveKindOf(name) === kind)
      .flatMap(([, bytes]) => strFromU8(bytes).trim().split('\n'))
      .map((line): unknown => JSON.parse(line))
  const json = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()) || 'null')
  return {
    header: archiveHeader.parse(json('antojo.json')),
    settings: json('settings.json'),
    hasPicture: 'images/profile.webp' in files,
    videos: z.array(z.strictObject(ARCHIVE_ROWS.videos.shape)).parse(lines('videos')),
    places: z.array(z.strictObject(ARCHIVE_ROWS.places.shape)).parse(lines('places')),
    lists: z.array(z.strictObject(ARCHIVE_ROWS.lists.shape)).parse(lines('lists')),
    corrections: z.array(z.strictObject(ARCHIVE_ROWS.corrections.shape)).parse(lines('corrections')),
    comments: z.array(z.strictObject(ARCHIVE_ROWS.comments.shape)).parse(lines('comments')),
  }
}
