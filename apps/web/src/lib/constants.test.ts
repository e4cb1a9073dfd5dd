import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = new URL('../', import.meta.url)

/** Spec §9: where each constant stands. A change of one is a change of the product, and fails here. */
test.each([
  ['features/videos/card/use-long-press.ts', 'longPress = 550'],
  ['features/videos/card/card-actions.tsx', 'flashFor = 1200'],
  ['entities/video/delete-video.ts', 'HIDE_DELAY_MS = 300'],
  ['features/videos/detail/detail-facts.tsx', 'hoursShown = 3'],
  ['features/videos/grid/use-geocoded.ts', 'MAX_GEOCODED = 40'],
  ['entities/video/query.ts', 'guestLimit = 18'],
  ['features/home/use-clipboard-link.ts', 'promptDelay = 1200'],
  ['features/home/use-home-search.ts', 'searchDebounce = 400'],
  ['features/home/no-results.tsx', 'most = 5'],
  ['features/profile/favorites-tab.tsx', 'shown = 6'],
  ['features/add-video/confirm-place-dialog.tsx', 'most = 3'],
  ['features/fix-details/use-place-search.ts', 'liveDebounce = 350'],
  ['features/fix-details/use-place-search.ts', 'liveResults = 6'],
  ['features/finder/finder-api.ts', 'mostSeconds = 90'],
  ['features/map/show-all.ts', 'padding = 48'],
  ['features/map/show-all.ts', 'one: 15, many: 12'],
  ['features/map/video-map.tsx', 'mostOnHome = 50'],
  ['features/map/video-map.tsx', 'none: 2, press: 16'],
  ['features/map/place-map.tsx', 'zoom = 15'],
  ['features/settings/content-settings.tsx', 'min: 5, max: 50'],
  ['lib/device/user-location.ts', 'askAfter = 1500'],
  ['lib/device/user-location.ts', 'timeout = 8000'],
  ['lib/device/user-location.ts', 'maximumAge = 60_000'],
  ['lib/storage/session-store.ts', 'refreshAhead = 90'],
  ['lib/view/toasts.ts', 'most = 3'],
  ['lib/view/toasts.ts', 'standardDuration = 3000'],
])('%s has %s', (file, constant) => {
  expect(readFileSync(new URL(file, SOURCES), 'utf8')).toContain(constant)
})
