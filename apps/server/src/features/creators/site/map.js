// The script of a creator's map site: draws the map and filters the cards. The page is complete without it.
const L = globalThis.L
const CLOSE_ZOOM = 11
const cards = [...document.querySelectorAll('.card')].map((element) => ({
  element,
  city: element.closest('section').dataset.city,
  point: [Number(element.dataset.lat), Number(element.dataset.lng)],
  words: plain(element.textContent),
}))
const box = document.querySelector('#map')
if (box && L) {
  const map = drawMap()
  listen(map)
}

function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function drawMap() {
  box.hidden = false
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(box, {
    preferCanvas: true,
    zoomControl: false,
    maxZoom: 17,
    zoomAnimation: !still,
    fadeAnimation: !still,
    // On a phone, one finger scrolls the page and two fingers move the map.
    dragging: !L.Browser.mobile,
    scrollWheelZoom: false,
  })
  map.attributionControl.setPrefix('Leaflet · Natural Earth')
  L.control.zoom({ zoomInTitle: box.dataset.zoomIn, zoomOutTitle: box.dataset.zoomOut }).addTo(map)
  map.fitBounds(
    cards.map((card) => card.point),
    { padding: [24, 24], maxZoom: 13 },
  )
  L.polygon(
    globalThis.antojoOutlines.map((ring) => [ring]),
    { color: color('--line'), weight: 1, fillColor: color('--paper'), fillOpacity: 1, interactive: false },
  ).addTo(map)
  for (const card of cards) {
    const name = document.createElement('strong')
    name.textContent = card.element.querySelector('h3').textContent
    card.marker = L.circleMarker(card.point, {
      radius: 8,
      weight: 2,
      color: color('--surface'),
      fillColor: color('--chile'),
      fillOpacity: 0.9,
    })
      .bindPopup(name)
      .on('click', () => point(card))
      .addTo(map)
  }
  nameCities(map)
  return map
}

/** The outlines have no cities, so each group of places is labelled with its city until the map is zoomed in. */
function nameCities(map) {
  const labels = L.layerGroup().addTo(map)
  const show = () => {
    labels.clearLayers()
    if (map.getZoom() >= CLOSE_ZOOM) return
    const visible = cards.filter((card) => !card.element.hidden && card.city !== '')
    for (const [city, group] of Map.groupBy(visible, (card) => card.city)) {
      const text = document.createElement('bdi')
      text.textContent = city
      L.tooltip({ permanent: true, direction: 'right', offset: [10, 0], className: 'city' })
        .setLatLng([median(group, 0), median(group, 1)])
        .setContent(text)
        .addTo(labels)
    }
  }
  map.on('zoomend filter', show)
  show()
}

/** The median, so that one wrong place far away does not move the label of a city. */
function median(group, axis) {
  const values = group.map((card) => card.point[axis]).toSorted((a, b) => a - b)
  return values[Math.floor(values.length / 2)]
}

function point(card) {
  document.querySelector('.card.current')?.classList.remove('current')
  card.element.classList.add('current')
}

function listen(map) {
  const form = document.querySelector('form.filters')
  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => filter(form, map))
  for (const card of cards) {
    const button = card.element.querySelector('button')
    button.hidden = false
    button.addEventListener('click', () => {
      point(card)
      box.scrollIntoView({ block: 'nearest' })
      map.setView(card.point, Math.max(map.getZoom(), 14))
      card.marker.openPopup()
    })
  }
}

function filter(form, map) {
  const words = plain(form.elements.words.value).split(/\s+/u).filter(Boolean)
  const city = form.elements.city.value
  let shown = 0
  for (const card of cards) {
    const fits =
      (city === '' || card.city === city) &&
      words.every((word) => card.words.includes(word) || plain(card.city).includes(word))
    card.element.hidden = !fits
    if (fits) {
      shown += 1
      card.marker.addTo(map)
    } else card.marker.remove()
  }
  for (const section of document.querySelectorAll('section[data-city]'))
    section.hidden = section.querySelector('.card:not([hidden])') === null
  map.closePopup()
  map.fire('filter')
  const visible = cards.filter((card) => !card.element.hidden).map((card) => card.point)
  if (visible.length > 0) map.fitBounds(visible, { padding: [24, 24], maxZoom: 14 })
  const status = form.querySelector('[role=status]')
  status.textContent = shown === 0 ? status.dataset.none : status.dataset.shown.replace('{n}', shown)
}
