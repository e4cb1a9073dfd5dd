import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import { SAVED_COUNT_HEADER } from '@antojo/contract/transfer/place-export'
import { m } from '@antojo/i18n/messages'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/device/save-file.ts'
import type { Services } from '../../lib/services.tsx'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { confirm } from '../../ui/overlay/confirm.ts'

type Api = Pick<Services, 'request'>

/** The live link of the person's collection or of one of their lists, and how many they have. */
export const feedKeys = {
  all: ['feeds'],
  of: (list: string | undefined) => ['feeds', list ?? null],
} as const

export function feedPath(list?: string): string {
  return `/places/feeds${list === undefined ? '' : `?list=${list}`}`
}

/** Longer than other notices: the person looks for the file meanwhile. */
const SAVED_MS = 8_000

/** Says that a file was saved, by its name, and what is in it. */
export function sayFileSaved(file: string, detail: string): void {
  toast.success(m.file_saved({ file }), { detail, duration: SAVED_MS })
}

/** Downloads a file, and says what is in it by the number of its places or videos. */
export async function download(
  api: Api,
  path: string,
  { file, contents }: { readonly file: string; readonly contents: (count: { n: number }) => string },
): Promise<void> {
  const answer = await callApi(api, path)
  saveFile(file, await answer.blob())
  sayFileSaved(file, contents({ n: Number(answer.headers.get(SAVED_COUNT_HEADER)) }))
}

export async function endAllFeeds(api: Api): Promise<void> {
  await callApi(api, feedPath(), { method: 'DELETE' })
}

/** Says that live links outlive a new password and a sign-out, and revokes them when the person wants that. */
export async function offerToEndFeeds(api: Api): Promise<void> {
  await attempt(m.feed_unended, async () => {
    const { ofPerson } = await fetchJson(api, feedResponse, feedPath())
    if (ofPerson === 0) return
    const question = { title: m.feed_still(), text: m.feed_still_text(), agree: m.feed_end_all() }
    if (!(await confirm({ ...question, cancel: m.feed_keep() }))) return
    await endAllFeeds(api)
    toast.success(m.feed_ended_all())
  })
}
