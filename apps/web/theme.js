// Runs before the first paint, so that neither theme nor language flickers, and asks ahead for the code of the screen.
;(() => {
  const root = document.documentElement
  let stored = {}
  try {
    stored = JSON.parse(localStorage.getItem('fs:settings:v1') ?? '{}') ?? {}
  } catch {
    stored = {}
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const wanted = stored.theme ?? 'system'
  const theme = ['light', 'dark', 'contrast'].includes(wanted) ? wanted : dark ? 'dark' : 'light'
  root.dataset.theme = theme
  root.lang = stored.language === 'en' ? 'en' : 'es'
  if (stored.reduce_motion === true) root.dataset.motion = 'reduced'
  const paper = { light: '#FFF7EC', dark: '#1C110D', contrast: '#000000' }
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper[theme])

  const path = location.pathname
  const signedIn = localStorage.getItem('antojo:session') !== null
  const needsSession = ['/', '/lists', '/profile', '/admin', '/join'].includes(path)
  const screens = { '/': 'home', '/map': 'home', '/find': 'find' }
  const screen = needsSession && !signedIn ? 'sign-in' : path.startsWith('/list/') ? 'list' : screens[path]
  root.dataset.screen = screen ?? ''
  const ahead = JSON.parse(document.currentScript.dataset.ahead)
  // After what the first paint waits for, and after the file that asks the server.
  for (const href of ahead[screen] ?? [])
    root
      .querySelector('head')
      .append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }),
      )
})()
