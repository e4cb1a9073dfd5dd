import type { Video } from '../video/video.ts'

export interface ListPage {
  readonly videos: readonly Video[]
  readonly isLast: boolean
}

/** Rows per request for the videos of a list. Guests may skip 1,000 rows at most, so that requests begin at full hundreds. */
const PAGE_SIZE = 500
const PAGES_AT_ONCE = 2

/** All videos of a list whose first ones are there, in its order: the rest of a page, and while they are full, several at once. */
export async function fetchOthers(
  first: ListPage,
  start: number,
  fetchPage: (from: number, size: number) => Promise<ListPage>,
): Promise<readonly Video[]> {
  const pages = [first, await fetchPage(start, PAGE_SIZE - start)]
  for (let from = PAGE_SIZE; pages.at(-1)?.isLast === false; from += PAGES_AT_ONCE * PAGE_SIZE)
    pages.push(
      ...(await Promise.all(
        Array.from({ length: PAGES_AT_ONCE }, (_, index) => fetchPage(from + index * PAGE_SIZE, PAGE_SIZE)),
      )),
    )
  return pages.flatMap(({ videos }) => videos)
}
