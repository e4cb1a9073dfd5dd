import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = new URL('../', import.meta.url)

/** Spec §9: where each constant stands. A change of one is a change of the product, and fails here. */
test.each([
  ['features/videos/card/use-long-press.ts', 'LONG_PRESS_MS = 550'],
  ['features/videos/card/card-actions.tsx', 'FLASH_MS = 1200'],
  ['entities/video/delete-video.ts', 'HIDE_DELAY_MS = 300'],
  ['features/videos/detail/detail-facts.tsx', 'MAX_HOURS_LINES = 3'],
  ['features/videos/grid/use-geocoded.ts', 'MAX_GEOCODED = 40'],
  ['entities/video/query.ts', 'MAX_GUEST_VIDEOS = 18'],
  ['features/home/use-clipboard-link.ts', 'PROMPT_DELAY_MS = 1200'],
  ['features/home/use-home-search.ts', 'SEARCH_DEBOUNCE_MS = 400'],
  ['features/home/no-results.tsx', 'MAX_CLIPBOARD_LINKS = 5'],
  ['features/profile/favorites-tab.tsx', 'MAX_SHOWN = 6'],
  ['features/fix-details/use-place-search.ts', 'SEARCH_DEBOUNCE_MS = 350'],
  ['features/fix-details/use-place-search.ts', 'MAX_RESULTS = 6'],
  ['features/finder/finder-api.ts', 'MAX_TRANSCRIBED_SECONDS = 90'],
  ['features/map/show-all.ts', 'PADDING_PX = 48'],
  ['features/map/show-all.ts', 'one: 15, many: 12'],
  ['features/map/video-map.tsx', 'MAX_PINS_ON_HOME = 50'],
  ['features/map/video-map.tsx', 'none: 2, press: 16'],
  ['features/map/place-map.tsx', 'PLACE_ZOOM = 15'],
  ['features/settings/content-settings.tsx', 'min: 5, max: 50'],
  ['lib/device/user-location.ts', 'ASK_DELAY_MS = 1500'],
  ['lib/device/user-location.ts', 'TIMEOUT_MS = 8000'],
  ['lib/device/user-location.ts', 'MAX_AGE_MS = 60_000'],
  ['lib/storage/session-store.ts', 'REFRESH_AHEAD_S = 90'],
  ['lib/view/toasts.ts', 'MAX_TOASTS = 3'],
  ['lib/view/toasts.ts', 'DEFAULT_DURATION_MS = 3000'],
])('%s has %s', (file, constant) => {
  expect(readFileSync(new URL(file, SOURCES), 'utf8')).toContain(constant)
})
