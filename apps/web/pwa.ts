import { VitePWA } from 'vite-plugin-pwa'
import { SCREENS } from './src/lib/navigation/screens.ts'
import { PAPER } from './src/lib/view/theme.ts'

const ICONS = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
]
const SHORTCUT_ICON = [{ src: '/icons/icon-192.png', sizes: '192x192' }]

/** The installable app: manifest, service worker, and a place in the system's share sheet. */
export function installable() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'service-worker',
    filename: 'service-worker.ts',
    injectRegister: false,
    injectManifest: {
      // The service worker stores the map's code at its first use, and the rest of the app at the first visit.
      globPatterns: ['**/*.{js,css,svg,woff2}'],
      globIgnores: ['**/maplibre-*'],
    },
    manifest: {
      id: '/',
      name: 'Antojo',
      short_name: 'Antojo',
      description: 'Pega el enlace de un video de comida y Antojo te dice qué restaurante es.',
      lang: 'es',
      start_url: SCREENS.home.path,
      scope: '/',
      display: 'standalone',
      background_color: PAPER.light,
      theme_color: PAPER.light,
      categories: ['food', 'travel', 'lifestyle'],
      icons: ICONS,
      shortcuts: [
        { name: 'Buscar restaurante', url: SCREENS.find.path, icons: SHORTCUT_ICON },
        { name: 'Mapa', url: SCREENS.map.path, icons: SHORTCUT_ICON },
        { name: 'Listas', url: SCREENS.lists.path, icons: SHORTCUT_ICON },
      ],
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [{ name: 'media', accept: ['image/*', 'video/*'] }],
        },
      },
    },
  })
}
