/** Types before a name that make it a street without a number: 'Calle Bolívar'. A plaza is rather a place on the way. */
export const TYPE_ALONE = String.raw`(?:calle|av\.?|avda\.?|avd\.?|avenida|avinguda|carrer|paseo|jir[oó]n|jr\.?|calzada|rambla|r[uú]a|boulevard|blvd\.?|bulevar)`
/** All types before a name. */
export const TYPE = String.raw`(?:${TYPE_ALONE}|c\/|cl\.?|pso\.?|plaza|pza\.?|camino|carrera|cra\.?|bv\.?|pasaje|pje\.?|ronda|carretera|calz\.?)`
/** Types after a name that make it a street without a number: 'Wardour Street'. */
export const SUFFIX_ALONE = String.raw`(?:street|road|rd|avenue|ave|lane|boulevard|blvd|drive|highway|hwy|kalea)`
/** Types that also end other names: they name a street only after 'on'. */
export const SUFFIX_AFTER_ON = String.raw`(?:dr|ct|pl|place|row|way|grove|hill|walk|terrace|parkway|pkwy|square|sq)`
/** All types after a name. */
export const SUFFIX = String.raw`(?:${SUFFIX_ALONE}|${SUFFIX_AFTER_ON}|st|ln|court|plaza|etorbidea)`

/** Words that are no part of a street's own name. */
export const STREET_TYPES = new Set(
  (
    'calle c cl carrer av ave avda avd avenida avinguda paseo pso plaza pza plazoleta placa camino cno carrera cra rua via boulevard blvd bulevar bv pasaje pje ' +
    'jiron jr ronda rambla travesia carretera ctra calzada calz prolongacion ruta kalea etorbidea street st road rd avenue lane ln row square sq drive dr ' +
    'court ct way highway hwy parkway pkwy terrace place pl boulevard suite ste unit floor piso local esquina esq numero num no n s nº'
  ).split(' '),
)

/** The pattern in any case. Not `(?i:…)`: late in long runs of the tests, V8 13.6 did not find 'Calle' by it in some texts. */
export const anyCase = (pattern: string): string =>
  pattern.replaceAll(/\\.|\[([^[\]]+)\]|\p{L}/gu, (part, letters: string | undefined) =>
    part.startsWith('\\') ? part : `[${letters ?? part}${(letters ?? part).toUpperCase()}]`,
  )
