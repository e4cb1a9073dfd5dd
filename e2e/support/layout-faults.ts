import type { Page } from '@playwright/test'

/** What a person would meet at this size of the window: each fault in a few words, with the element that shows it. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  const tools = [drawn, named, ancestors, isScroller, isPositioned, textBoxes, clipOf, targetSize]
  const parts = [...tools, ...RULES].map(String).join('\n')
  const calls = RULES.map(({ name }) => `...${name}()`).join(', ')
  return await page.evaluate<readonly string[]>(`(() => { ${parts}; return [...new Set([${calls}])] })()`)
}

const RULES = [
  brokenWords,
  cutTexts,
  across,
  shortScrollers,
  smallTargets,
  coveredTexts,
  tallLines,
  smallMaps,
]

// The functions below run in the page: they know each other and the document, and nothing else of this file.

/** The elements that are drawn; only those of the window on top, when there is one. */
function drawn(selector = '*'): HTMLElement[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  return [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && !element.closest('[inert], .sr-only')
  })
}

function named(element: Element): string {
  const text = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return `${element.localName} "${text.trim().replace(/\s+/g, ' ').slice(0, 32)}"`
}

function ancestors(element: Element): HTMLElement[] {
  const parent = element.parentElement
  return parent === null ? [] : [parent, ...ancestors(parent)]
}

function isScroller(element: Element): boolean {
  const isAuto = /auto|scroll/.test(getComputedStyle(element).overflowY)
  return isAuto && element !== document.documentElement && element.scrollHeight > element.clientHeight + 1
}

function isPositioned(element: Element): boolean {
  return /absolute|fixed|sticky/.test(getComputedStyle(element).position)
}

/** The texts that are drawn, each with the boxes of its lines. */
function textBoxes(): { node: Text; element: HTMLElement; boxes: DOMRect[] }[] {
  return drawn().flatMap((element) =>
    [...element.childNodes]
      .filter((node) => node instanceof Text)
      .filter(({ data }) => data.trim() !== '')
      .map((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return {
          node,
          element,
          boxes: [...range.getClientRects()].filter(({ width }) => width > 0),
        }
      }),
  )
}

/** The nearest ancestor that clips what crosses its side edges. */
function clipOf(element: Element): HTMLElement | undefined {
  for (const ancestor of ancestors(element)) {
    if (ancestor === document.body) return undefined
    if (getComputedStyle(ancestor).overflowX !== 'visible') return ancestor
    if (getComputedStyle(ancestor).position === 'fixed') return undefined
  }
  return undefined
}

/** The part of a target that answers to a finger: with its label, or what it lays over its surroundings. */
function targetSize(element: HTMLElement): [number, number] {
  const box = (element.closest('label') ?? element).getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const [widths, heights] = [
    [width, box.width],
    [height, box.height],
  ]
  for (const part of ['::before', '::after']) {
    const style = getComputedStyle(element, part)
    if (style.position !== 'absolute' || style.content === 'none') continue
    widths.push(Number.parseFloat(style.width) || 0)
    heights.push(Number.parseFloat(style.height) || 0)
  }
  return [Math.max(...widths), Math.max(...heights)]
}

/** Words whose letters stand on several lines, though the word would fit into the window. */
function brokenWords(): string[] {
  return textBoxes().flatMap(({ node, element, boxes }) => {
    if (new Set(boxes.map(({ top }) => Math.round(top))).size < 2) return []
    return [...node.data.matchAll(/\p{Script=Latin}{3,23}/gu)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 0)
      const lines = new Set(pieces.map(({ top }) => Math.round(top))).size
      const natural = pieces.reduce((sum, { width }) => sum + width, 0)
      const isBroken = lines > 1 && natural < innerWidth - 64 && !/\p{L}{24}/u.test(node.data)
      return isBroken ? [`broken words: ${named(element)}`] : []
    })
  })
}

/** Texts that end at the edge of a box, without a sign that there is more. */
function cutTexts(): string[] {
  return textBoxes().flatMap(({ element, boxes }) => {
    if (element.closest('.maplibregl-map')) return []
    for (const box of [element, ...ancestors(element)]) {
      const style = getComputedStyle(box)
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return []
      if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') return []
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      const isCut = boxes.some(
        ({ left, right, bottom, top, height }) =>
          left < edge.left - 2 ||
          right > edge.right + 2 ||
          bottom - edge.bottom > height / 4 ||
          edge.top - top > height / 4,
      )
      if (isCut) return [`cut: ${named(element)}`]
    }
    return []
  })
}

/** What crosses the side edges of the window, or makes a column scroll sideways. */
function across(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const crossing = drawn().filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return (right > clientWidth + 1 || left < -1) && clipOf(element) === undefined
  })
  const columns = drawn().filter(
    (element) => isScroller(element) && element.scrollWidth > element.clientWidth + 1,
  )
  return [
    ...(scrollWidth > clientWidth
      ? [`the page is ${scrollWidth - clientWidth} px wider than the window`]
      : []),
    ...crossing
      .filter(({ parentElement }) => !crossing.some((other) => other === parentElement))
      .map((element) => `across the window: ${named(element)}`),
    ...columns.map((element) => `scrolls in both directions: ${named(element)}`),
  ]
}

/** Scrollers that end above the bottom of their column with nothing below, or whose end lies under a bar. */
function shortScrollers(): string[] {
  return drawn().flatMap((scroller) => {
    const { overflowY, maxHeight, paddingBottom } = getComputedStyle(scroller)
    if (!/auto|scroll/.test(overflowY) || !isScroller(scroller) || maxHeight !== 'none') return []
    if (scroller.matches('textarea, select')) return []
    const column = ancestors(scroller).find(
      (each) =>
        each.localName === 'dialog' || getComputedStyle(each).position === 'fixed' || isScroller(each),
    )
    const { left, width, bottom } = scroller.getBoundingClientRect()
    const end = Math.min(column?.getBoundingClientRect().bottom ?? innerHeight, innerHeight)
    const at = (y: number) => document.elementFromPoint(left + width / 2, y)
    if (end - bottom > 8) {
      const below = [bottom + 4, (bottom + end) / 2, end - 4].map(at)
      const isEmpty = below.every((each) => each === null || each.contains(scroller))
      return isEmpty ? [`ends ${Math.round(end - bottom)} px above its column: ${named(scroller)}`] : []
    }
    const isCovered = (y: number) => {
      const top = at(y)
      return (
        top !== null &&
        !scroller.contains(top) &&
        !top.contains(scroller) &&
        [top, ...ancestors(top)].some(isPositioned)
      )
    }
    const hidden = bottom - Number.parseFloat(paddingBottom) - 4
    return hidden < innerHeight && isCovered(hidden) ? [`ends below a bar: ${named(scroller)}`] : []
  })
}

/** On touch, targets under 44 px, except links within a text. */
function smallTargets(): string[] {
  if (!matchMedia('(pointer: coarse)').matches) return []
  const targets = drawn(
    'button, a[href], input, select, textarea, summary, [role="button"], [role="menuitem"]',
  )
  return targets.flatMap((target) => {
    const [width, height] = targetSize(target)
    const text = target.parentElement?.textContent?.trim() ?? ''
    const isInText = text !== target.textContent?.trim() || target.getClientRects().length > 1
    const isInline = getComputedStyle(target).display === 'inline' && isInText
    if ((width >= 43.5 && height >= 43.5) || isInline || target.closest('.maplibregl-ctrl-attrib')) return []
    return [`${Math.round(width)}×${Math.round(height)} px to press: ${named(target)}`]
  })
}

/** Texts in the flow under a picture that left its place. */
function coveredTexts(): string[] {
  // A dialog stands over the page; what matters is where the rest stands in it.
  const inDialog = (each: Element) =>
    [each, ...ancestors(each)].filter((box) => !box.contains(each.closest('dialog')))
  const isInBar = (each: Element) => /fixed|sticky/.test(getComputedStyle(each).position)
  const pictures = drawn('img, svg, video, [data-plate]').filter(
    (picture) => picture.getBoundingClientRect().width > 40 && !inDialog(picture).some(isInBar),
  )
  return textBoxes().flatMap(({ element, boxes: [line] }) => {
    if (line === undefined || inDialog(element).some(isPositioned)) return []
    const over = pictures.find((picture) => {
      const frame = clipOf(picture)?.getBoundingClientRect()
      const { left, right, top, bottom } = picture.getBoundingClientRect()
      const wide =
        Math.min(right, frame?.right ?? right, line.right) - Math.max(left, frame?.left ?? left, line.left)
      const high =
        Math.min(bottom, frame?.bottom ?? bottom, line.bottom) - Math.max(top, frame?.top ?? top, line.top)
      return wide > 2 && high > line.height / 4
    })
    return over ? [`a picture lies on ${named(element)}`] : []
  })
}

/** Facts of a card that take more than their line; of enlarged text more than two. */
function tallLines(): string[] {
  const most = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16 ? 2 : 1
  return drawn('article p').flatMap((fact) => {
    const lines = Math.round(fact.clientHeight / Number.parseFloat(getComputedStyle(fact).lineHeight))
    return lines > most && !isPositioned(fact) ? [`${lines} lines: ${named(fact)}`] : []
  })
}

/** Maps of a whole screen of which too little is free. */
function smallMaps(): string[] {
  return drawn('[data-map-page] figure, [data-side-map] figure').flatMap((map) => {
    const { left, width } = map.getBoundingClientRect()
    const steps = [0.2, 0.35, 0.5, 0.65, 0.8].map((part) => left + width * part)
    const free = steps.map(
      (x) =>
        8 *
        Array.from({ length: Math.floor(innerHeight / 8) }, (_, index) =>
          document.elementFromPoint(x, index * 8 + 4),
        ).filter((each) => each !== null && map.parentElement?.contains(each)).length,
    )
    const height = free.toSorted((a, b) => a - b)[2] ?? 0
    const isHeld = innerWidth >= 480 || innerHeight >= 560
    return isHeld && (width < 300 || height < 160) ? [`the map has ${Math.round(width)}×${height} px`] : []
  })
}
