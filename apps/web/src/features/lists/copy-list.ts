import { rowsOf, type Rest } from '../../lib/api/rest.ts'

/** Copies the videos of a list into one of the person's own; how many are new in it. */
export async function copyIntoNewList(rest: Rest, fromId: string, toId: string): Promise<number> {
  return Number(rowsOf(await rest.rpc('copy_list', { from_list: fromId, to_list: toId })))
}
