/** An upright rectangle in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const PIXEL_THRESHOLD = 0.3
const BOX_THRESHOLD = 0.5
const UNCLIP_RATIO = 1.6
const MIN_SIDE = 4

interface Region {
  left: number
  right: number
  top: number
  bottom: number
  sum: number
  count: number
}

/**
 * Text lines in a probability map, in reading order: connected regions above the pixel threshold, grown by the
 * offset that Differentiable Binarization shrinks them by (area × ratio ÷ perimeter, Liao et al. 2020).
 */
export function textBoxes(map: Float32Array, width: number, height: number): Box[] {
  return regions(map, width, height)
    .filter((region) => region.sum / region.count >= BOX_THRESHOLD)
    .map((region) => grow(region, width, height))
    .filter((box) => box.width >= MIN_SIDE && box.height >= MIN_SIDE)
    .toSorted((a, b) => a.top + a.height / 2 - (b.top + b.height / 2) || a.left - b.left)
}

function regions(map: Float32Array, width: number, height: number): Region[] {
  const seen = new Uint8Array(map.length)
  const found: Region[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] === 1 || (map[start] ?? 0) < PIXEL_THRESHOLD) continue
    found.push(flood({ map, seen, width, height }, start))
  }
  return found
}

interface Field {
  readonly map: Float32Array
  readonly seen: Uint8Array
  readonly width: number
  readonly height: number
}

function flood({ map, seen, width, height }: Field, start: number): Region {
  const region: Region = { left: width, right: 0, top: height, bottom: 0, sum: 0, count: 0 }
  const stack = [start]
  seen[start] = 1
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    region.left = Math.min(region.left, x)
    region.right = Math.max(region.right, x)
    region.top = Math.min(region.top, y)
    region.bottom = Math.max(region.bottom, y)
    region.sum += map[at] ?? 0
    region.count++
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (y > 0) visit(at - width)
    if (y < height - 1) visit(at + width)
  }
  return region

  function visit(next: number): void {
    if (seen[next] === 1 || (map[next] ?? 0) < PIXEL_THRESHOLD) return
    seen[next] = 1
    stack.push(next)
  }
}

function grow(region: Region, mapWidth: number, mapHeight: number): Box {
  const width = region.right - region.left + 1
  const height = region.bottom - region.top + 1
  const offset = (width * height * UNCLIP_RATIO) / (2 * (width + height))
  const left = Math.max(0, Math.round(region.left - offset))
  const top = Math.max(0, Math.round(region.top - offset))
  return {
    left,
    top,
    width: Math.min(mapWidth, Math.round(region.right + 1 + offset)) - left,
    height: Math.min(mapHeight, Math.round(region.bottom + 1 + offset)) - top,
  }
}
