import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse, type PathCommand } from 'opentype.js/dist/opentype.mjs'

const FONT = '@fontsource/figtree/files/figtree-latin-800-normal.woff'

/**
 * Lines of text like those that people lay over a video: dark on white labels, one below the other, as SVG around x = 0
 * from y = 0 downwards. Drawn as outlines, so that no font has to be installed.
 */
export async function screenText(lines: readonly string[], size: number): Promise<string> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(FONT)))
  const font = parse(new Uint8Array(bytes).buffer)
  return lines
    .map((line, index) => {
      const width = font.getAdvanceWidth(line, size)
      const baseline = index * size * 1.6
      const outline = font
        .getPath(line, -width / 2, baseline, size)
        .commands.map(pathStep)
        .join('')
      const label = `<rect x="${-width / 2 - size * 0.4}" y="${baseline - size}" width="${width + size * 0.8}" height="${size * 1.4}" rx="${size * 0.25}" fill="#fff"/>`
      return `${label}<path d="${outline}" fill="#16100c"/>`
    })
    .join('')
}

/** Replaces the library's own `toPathData`, which writes NaN for some numbers. */
function pathStep(step: PathCommand): string {
  const points = step.type === 'Z' ? [] : [step.x, step.y]
  if (step.type === 'Q' || step.type === 'C') points.unshift(step.x1, step.y1)
  if (step.type === 'C') points.splice(2, 0, step.x2, step.y2)
  return step.type + points.map((point) => point.toFixed(1)).join(' ')
}
