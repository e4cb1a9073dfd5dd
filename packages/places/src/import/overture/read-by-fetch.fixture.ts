import type { ReadUrl } from '../remote/remote-file.ts'

/** Reads from the stand-in of a bucket, without the guards of the server. */
export const readByFetch: ReadUrl = async ({ url, range, signal }) => {
  try {
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` }
    const answer = await fetch(url, { headers, signal: signal ?? null })
    const body = new Uint8Array(await answer.arrayBuffer())
    return { ok: true, status: answer.status, headers: new Map(answer.headers), body }
  } catch (error) {
    return { ok: false, reason: 'network', detail: String(error) }
  }
}
