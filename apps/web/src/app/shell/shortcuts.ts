import { m } from '@antojo/i18n/messages'
import { navigate } from 'wouter/use-browser-location'
import { compareSelection } from '../../features/compare/api.ts'
import { isTyping, pastedText } from '../../lib/device/typing.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { readStored, STORAGE_KEYS } from '../../lib/storage/stored.ts'
import { drawer } from '../../lib/view/drawer.ts'

interface Shortcut {
  readonly keys: string
  readonly label: () => string
  /** Left out where the browser or a card answers the keys. */
  readonly run?: () => void
}

/**
 * All shortcuts, in the order of the sheet, with texts of their own, so that they load no other screen. Ctrl+D is also the
 * browser's bookmark key (spec-notes).
 */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: '/', label: m.shortcut_search, run: () => find('search input')?.focus() },
  { keys: 'N', label: m.fab_paste, run: () => find('[data-add-link]')?.click() },
  { keys: 'Ctrl V', label: m.shortcut_paste },
  { keys: 'H', label: m.nav_discover, run: () => navigate(paths.home) },
  { keys: 'M', label: m.nav_map, run: () => navigate(paths.map) },
  { keys: 'L', label: m.nav_lists, run: () => navigate(paths.lists) },
  { keys: 'J', label: m.shortcut_next, run: () => goToCard(1) },
  { keys: 'K', label: m.shortcut_previous, run: () => goToCard(-1) },
  { keys: 'Enter', label: m.shortcut_open },
  { keys: 'F', label: m.shortcut_favorite, run: () => pressOnCard('[aria-pressed]:not([data-choose])') },
  { keys: 'X', label: m.shortcut_choose, run: () => pressOnCard('[data-choose]') },
  { keys: 'Shift Enter', label: m.shortcut_range },
  { keys: 'A', label: m.shortcut_chosen, run: () => find('[data-bottom-bar=chosen] button')?.focus() },
  { keys: 'Escape', label: m.shortcut_end, run: compareSelection.clear },
  { keys: 'Ctrl D', label: m.diagnostics_title, run: () => drawer.open('diagnostics') },
  { keys: '?', label: m.shortcuts_title, run: () => drawer.open('shortcuts') },
]

/** Listens for keys and pasted links outside of fields, as long as the document lasts. */
export function bindShortcuts(): void {
  addEventListener('keydown', press)
  // On the window, so that the screens' own listeners on the document come first.
  addEventListener('paste', (event) => void addPasted(pastedText(event)))
}

/** Takes a link home, where it is offered, or added after a guest has signed in. */
async function addPasted(text: string): Promise<void> {
  if (text === '') return
  const { hasLink } = await import('@antojo/domain/links/link-start')
  if (hasLink(text)) navigate(`${paths.home}?${new URLSearchParams({ add: text, enter: 'add' })}`)
}

function press(event: KeyboardEvent): void {
  const { key, ctrlKey } = event
  if (event.altKey || event.metaKey || event.isComposing || isTyping(event)) return
  const name = key.length === 1 ? key.toUpperCase() : key
  const run = SHORTCUTS.find(({ keys }) => keys === (ctrlKey ? `Ctrl ${name}` : name))?.run
  if (!run) return
  // Escape closes the panel beside the cards first, and stays the browser's key, too.
  if (key === 'Escape') return document.querySelector('dialog[open]') ? undefined : run()
  if (!ctrlKey && key !== '?' && isOff()) return
  event.preventDefault()
  run()
}

/** Screen readers and speech input may send single keys without the person's wish (WCAG 2.1.4). */
export function isOff(): boolean {
  return readStored(STORAGE_KEYS.noShortcuts) !== null
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector)
}

function pressOnCard(selector: string): void {
  document.activeElement?.closest('[data-video]')?.querySelector<HTMLElement>(selector)?.click()
}

/** Moves the focus to the card after or before the one that has it; at first to the one at the top of the window. */
function goToCard(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-video]')]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  const next =
    at < 0 ? cards.find((card) => card.getBoundingClientRect().top > 0) : (cards[at + step] ?? cards[at])
  next?.querySelector<HTMLElement>('h2 button')?.focus()
}
