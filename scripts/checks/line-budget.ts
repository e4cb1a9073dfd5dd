/**
 * Counts the lines of the product by package, and fails above the budget. Tests, fixtures and packages/testing are not
 * counted.
 */
import { fileURLToPath } from 'node:url'
import { isTest, readRepository } from '../structure/repository.ts'

/**
 * The most lines. A deletion lowers it; whoever raises it writes one line of reason here.
 * From 88,500: one grammar of links, files of more shapes, tables that are shown before they are added, evidence that
 * tells names from ordinary words, search by families of dishes, and one state for each place.
 * From 90,600: cards beside the map, the detail as a panel, and the videos of a place in it.
 * From 90,750: pictures of all videos on a card, links pasted into a list, cities as people write them, cities
 * fetched only when they are meant, imports that end, and their report with a map and one question after another.
 * From 91,150: passkeys, a try of Overture by antojo check, and imports from addresses, by box and country; pages of
 * shared lists with filters, reports of mistakes, a feed and a preview picture; areas that follow new releases, and
 * cards that say what closed, moved or was renamed; the map of known areas; choosing several cards, keys and paper.
 * From 93,511: settings for wallets and short messages, which the specification names; one rule that tells records of
 * one restaurant; questions and corrections as panels, order by dragging, and a map on paper; the
 * profile's totals, and updates of cities by a press.
 * From 94,629: cues of people's names, of closed places and of visits that were not, for saved lists.
 * From 94,114: a saved list is judged as one after its posts are read, ingredients are known words,
 * and keys that an operator gives are checked.
 */
const MAX_LINES = 93_954

const lines = new Map<string, number>()
for (const { path, text } of readRepository(fileURLToPath(new URL('../..', import.meta.url)))) {
  const [, name] = /^((?:apps|packages)\/[^/]+)\/.*\.tsx?$/u.exec(path) ?? []
  if (name !== undefined && !isTest(path))
    lines.set(name, (lines.get(name) ?? 0) + text.split('\n').length - 1)
}
const total = [...lines.values()].reduce((sum, count) => sum + count, 0)
for (const [name, count] of [...lines].toSorted(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(7)} ${name}`)
console.log(`${String(total).padStart(7)} lines of product, at most ${MAX_LINES}`)
process.exitCode = total > MAX_LINES ? 1 : 0
