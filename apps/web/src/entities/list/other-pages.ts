import type { Video } from '../video/video.ts'
import type { ListPage } from './lists-api.ts'

/** Rows per request for the videos of a list. */
const PAGE_SIZE = 500
const PAGES_AT_ONCE = 2

/** All videos of a list whose first ones are there, in its order: a page, and while they are full, several at once. */
export async function fetchOthers(
  first: ListPage,
  start: number,
  fetchPage: (from: number, size: number) => Promise<ListPage>,
): Promise<readonly Video[]> {
  const pages = [first]
  for (let from = start, n = 1; pages.at(-1)?.isLast === false; from += n * PAGE_SIZE, n = PAGES_AT_ONCE)
    pages.push(
      ...(await Promise.all(
        Array.from({ length: n }, (_, index) => fetchPage(from + index * PAGE_SIZE, PAGE_SIZE)),
      )),
    )
  return pages.flatMap(({ videos }) => videos)
}
