/** The dishes that the sandbox can draw. */
export const DISHES = [
  'tacos',
  'ramen',
  'pizza',
  'burger',
  'coffee',
  'paella',
  'sushi',
  'steak',
  'ceviche',
  'pastry',
] as const
export type Dish = (typeof DISHES)[number]

/** The look of a dish: the table below it, and the contents of a plate of radius 300 around 0,0. */
export interface Drawing {
  readonly table: readonly [light: string, dark: string]
  readonly food: (random: () => number) => string
}

export const DRAWINGS: Readonly<Record<Dish, Drawing>> = {
  tacos: {
    table: ['#e2572b', '#7c1f12'],
    food: (random) => [-150, 0, 150].map((y) => taco(y, random)).join(''),
  },
  ramen: {
    table: ['#3c4a63', '#141a26'],
    food: (random) =>
      disc([0, 0], 250, '#c9792f', '#8f4a18') +
      strands(random) +
      [-95, 60]
        .map((x) => disc([x, -70], 62, '#fffdf5', '#e9dfc8') + disc([x, -70], 30, '#ffb627', '#e07a10'))
        .join('') +
      scatter(random, { count: 26, radius: 225, size: 11, colors: ['#5d9b3c', '#86bd4e'] }) +
      `<path d="M70 90 q90 -60 140 30 q-60 90 -150 50z" fill="#b0593f" stroke="#f0c9a8" stroke-width="14"/>`,
  },
  pizza: {
    table: ['#8a5a33', '#3a2212'],
    food: (random) =>
      disc([0, 0], 280, '#e7ad5c', '#b06d28') +
      disc([0, 0], 238, '#e0502a', '#b5321a') +
      scatter(random, { count: 26, radius: 210, size: 44, colors: ['#fff1cf', '#ffe2a6'] }) +
      scatter(random, { count: 9, radius: 190, size: 30, colors: ['#2f7d3b', '#276b32'] }),
  },
  burger: {
    table: ['#f2b134', '#a35e0c'],
    food: (random) =>
      `<g filter="url(#soft)"><path d="M-240 20 a240 210 0 0 1 480 0z" fill="#d98a3a"/><path d="M-200 -40 a210 170 0 0 1 300 -110" stroke="#f3bd78" stroke-width="26" fill="none" stroke-linecap="round"/></g>` +
      scatter(random, { count: 26, radius: 130, size: 9, colors: ['#fff3d6'], y: -90 }) +
      bar(20, 34, '#5ea53f') +
      bar(52, 38, '#f6c33c') +
      bar(86, 62, '#6b3119') +
      bar(142, 26, '#d5402b') +
      `<path d="M-232 168 h464 v24 a70 70 0 0 1 -70 70 h-324 a70 70 0 0 1 -70 -70z" fill="#cf7f33"/>`,
  },
  coffee: {
    table: ['#d9c3a5', '#8a6a4a'],
    food: () =>
      disc([0, 0], 230, '#ffffff', '#d8d2c8') +
      disc([0, 0], 195, '#9a5a2c', '#5b2f14') +
      [150, 112, 76, 40]
        .map(
          (size, index) =>
            `<path d="M0 ${size} C ${-size * 1.7} ${-size * 0.3} ${-size * 0.6} ${-size * 1.2} 0 ${-size * 0.35} C ${size * 0.6} ${-size * 1.2} ${size * 1.7} ${-size * 0.3} 0 ${size}z" fill="${index % 2 ? '#8f5127' : '#f4e3c6'}"/>`,
        )
        .join(''),
  },
  paella: {
    table: ['#2f7d4f', '#123a25'],
    food: (random) =>
      disc([0, 0], 292, '#3b3b3d', '#161617') +
      disc([0, 0], 260, '#f0b02e', '#c97b10') +
      scatter(random, { count: 190, radius: 245, size: 9, colors: ['#ffd56b', '#e79c1f', '#fbe3a0'] }) +
      scatter(random, { count: 9, radius: 200, size: 34, colors: ['#f07a4a', '#e2603a'] }) +
      scatter(random, { count: 8, radius: 200, size: 28, colors: ['#22252e'] }) +
      scatter(random, { count: 22, radius: 230, size: 13, colors: ['#4f9a3a', '#c7302a'] }),
  },
  sushi: {
    table: ['#1f4e79', '#0b2238'],
    food: (random) =>
      [-170, 0, 170]
        .flatMap((x) => [-95, 95].map((y) => roll(x, y, random() > 0.5 ? '#ff8455' : '#ef4f5f')))
        .join(''),
  },
  steak: {
    table: ['#5a3a2a', '#1d110b'],
    food: (random) =>
      `<path filter="url(#soft)" d="M-240 -30 C-230 -190 -20 -230 120 -180 S 270 20 190 130 S -20 210 -130 170 S -250 90 -240 -30z" fill="#7b3420" stroke="#3d180d" stroke-width="20"/>` +
      [-150, -70, 10, 90]
        .map(
          (x) =>
            `<path d="M${x - 60} 120 L${x + 90} -150" stroke="#2c120a" stroke-width="20" opacity=".75"/>`,
        )
        .join('') +
      scatter(random, { count: 60, radius: 180, size: 7, colors: ['#fff6e0', '#7aa84a'] }),
  },
  ceviche: {
    table: ['#f28b50', '#a13a1b'],
    food: (random) =>
      disc([0, 0], 270, '#fdf6e6', '#e4d3b0') +
      scatter(random, { count: 34, radius: 205, size: 40, colors: ['#fffaf0', '#fdeccf', '#ffd9c2'] }) +
      scatter(random, { count: 30, radius: 215, size: 20, colors: ['#b43a6b', '#8cc152', '#f6a623'] }) +
      disc([170, 130], 66, '#d8e36a', '#9bb52e'),
  },
  pastry: {
    table: ['#f7c9c0', '#c26f6f'],
    food: (random) =>
      [-160, 0, 160].map((y, row) => [-130, 130].map((x) => bun(x + row * 8, y, random)).join('')).join(''),
  },
}

function disc([x, y]: readonly [number, number], radius: number, light: string, dark: string): string {
  const id = `d${light.slice(1)}${dark.slice(1)}`
  return `<radialGradient id="${id}" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`
}

function scatter(
  random: () => number,
  {
    count,
    radius,
    size,
    colors,
    y = 0,
  }: { count: number; radius: number; size: number; colors: string[]; y?: number },
): string {
  return Array.from({ length: count }, () => {
    const angle = random() * 2 * Math.PI
    const distance = Math.sqrt(random()) * radius
    const [cx, cy] = [Math.cos(angle) * distance, y + Math.sin(angle) * distance]
    const color = colors[Math.floor(random() * colors.length)]
    const turn = Math.round(random() * 180)
    return `<ellipse transform="translate(${cx.toFixed(0)} ${cy.toFixed(0)}) rotate(${turn})" rx="${size}" ry="${(size * (0.55 + random() * 0.35)).toFixed(0)}" fill="${color}"/>`
  }).join('')
}

function strands(random: () => number): string {
  return Array.from({ length: 20 }, (_, index) => {
    const y = -20 + index * 11
    const bend = random() * 60 - 30
    return `<path d="M-190 ${y} q95 ${bend - 30} 190 0 t190 ${bend / 3}" fill="none" stroke="${index % 2 ? '#f4d48b' : '#e5bb62'}" stroke-width="9" stroke-linecap="round" clip-path="circle(235px)"/>`
  }).join('')
}

function taco(y: number, random: () => number): string {
  const filling = scatter(random, {
    count: 30,
    radius: 62,
    size: 19,
    colors: ['#a8431f', '#c75a2a', '#f7f1df', '#5fa33c', '#e64b2e'],
  })
  return `<g transform="translate(0 ${y}) rotate(-9)"><ellipse rx="265" ry="88" fill="#d99a3e"/><ellipse rx="250" ry="74" fill="#f0bd62"/><g transform="scale(3.4 .85)">${filling}</g><path d="M-262 12 q262 130 524 0 q-30 92 -262 92 t-262 -92z" fill="#e8ad4f"/></g>`
}

function roll(x: number, y: number, fish: string): string {
  return `<g transform="translate(${x} ${y})"><circle r="82" fill="#12211a"/><circle r="68" fill="#fbfaf4"/><circle r="34" fill="${fish}"/><path d="M-12 -26 q26 22 4 50" stroke="#ffd3c4" stroke-width="7" fill="none"/><circle cx="14" cy="12" r="9" fill="#7cb342"/></g>`
}

function bun(x: number, y: number, random: () => number): string {
  const turn = Math.round(random() * 40 - 20)
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="112" ry="70" fill="#a85f24"/><ellipse cy="-8" rx="108" ry="62" fill="#e0964a"/>${[-60, -20, 20, 60].map((dx) => `<path d="M${dx - 14} -58 q26 50 4 104" stroke="#b8702e" stroke-width="11" fill="none"/>`).join('')}<ellipse cx="-34" cy="-34" rx="40" ry="13" fill="#f7cf96" opacity=".7"/></g>`
}

function bar(y: number, height: number, color: string): string {
  return `<rect x="-250" y="${y}" width="500" height="${height}" rx="${height / 2}" fill="${color}"/>`
}
