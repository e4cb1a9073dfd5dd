import { memoized } from './memoized.ts'
import { endAnchored } from '@antojo/domain/foreign/end-anchored'
import type { Span } from './spans.ts'
import type { TokenText } from './tokens.ts'
import { STOP_WORDS } from './words.ts'

/** The evidence in the words and marks around a span. */
export interface Cues {
  /** Right after a map pin, or on the line of one. */
  readonly pin: 'direct' | 'line' | 'none'
  /** After 'Lugar:', 'Pub:', 'se llama', 'called'… */
  readonly label: boolean
  /** After 'en', 'at', 'donde', 'fuimos a'… */
  readonly preposition: boolean
  readonly quoted: boolean
  /** Written with capitals where the text around is not. */
  readonly capitals: boolean
  /** A phrase of its own between line ends, emoji or brackets. */
  readonly standalone: boolean
  /** A phrase begins or ends with it (one side is a break). */
  readonly edge: boolean
  /** After 'mejor que', 'no es', 'vs'… */
  readonly compared: boolean
  /** After 'al lado de', 'next to', 'near'…: a landmark. */
  readonly beside: boolean
  /** Opens an item of a list: after a number, a time, a bullet or a picture that begins a line. */
  readonly item: boolean
  /** Said after it to be closed or full: 'X ya cerró', 'X: fila', 'X, rue Y. Fermé pour travaux'. */
  readonly closed: boolean
  /** A person or an animal is called so: 'my friend X', 'named her X', 'X dice'. */
  readonly person: boolean
}

const PIN = /(?:📍|📌|🗺️?|🏠|🧭|👉🏽?|➡️?)\uFE0F?\s*/u
const PIN_DIRECT = endAnchored(new RegExp(`${PIN.source}(?:[\\p{L} ]{1,24}:\\s*)?["“«@#]?`, 'u'))
const PIN_LINE = endAnchored(/(?:📍|📌|🗺️?)[^\n]*/u)
const LABEL_WORDS =
  'lugar|sitio|d[oó]nde|restaurante?|local|bar|pub|bodega|spot|place|where|location|ubicaci[oó]n|venue|name|nombre|direcci[oó]n|address|caf[eé]|taquer[ií]a|pizzer[ií]a|asador|brewery|taproom|hotel'
const LABEL = endAnchored(
  new RegExp(`(?:^|[^\\p{L}])(?:${LABEL_WORDS})(?:\\s+\\p{L}+){0,3}\\s*[:=]\\s*["“«@]?`, 'iu'),
)
/** The kind of place and the quotation mark that may stand between a cue and the name. */
const KIND =
  /(?:(?:caf[eé]|cafeter[ií]a|bar|restaurante?|pizzer[ií]a|taquer[ií]a|pupuser[ií]a|parrilla|asador|taberna|tasca|comedor|bodega|bodeg[oó]n|pub|helader[ií]a)\s+)?["“«]?/u
const beforeName = (cue: RegExp): RegExp => endAnchored(new RegExp(cue.source + KIND.source, 'iu'))

const CALLED = beforeName(
  /(?:se llama(?:ba)?|llamad[oa]s?|called|named|name is|name's|es el famos[oa]|bienvenid[oa]s? al?|welcome to|it['’]?s)\s+(?:(?:el|la|los|las|the)\s+)?/iu,
)
const PREPOSITION = beforeName(
  /(?:^|[^\p{L}])(?:en|at|in|from|by|inside|onde|donde|to|lo de|d'|del?|al?|for|chez|desde|hasta|visit(?:ed|ing|amos)?|prob(?:amos|ando)|tried)\s+(?:(?:el|la|los|las|the|un|una|a|this|este|nuestr[oa]|our)\s+)?/iu,
)
/** 'al lado de X', 'next to X': X is a landmark on the way, not the place. */
const BESIDE = beforeName(
  /(?:^|[^\p{L}])(?:al lado (?:de|del)|al ladito (?:de|del)|junto (?:a|al)|frente (?:a|al)|enfrente (?:de|del)|cerca (?:de|del)|cerquita (?:de|del)|detr[aá]s (?:de|del)|a (?:la vuelta|dos cuadras|una cuadra|metros|pasos|unos pasos|\d+ (?:min|minutos|metros|cuadras|pasos)) (?:de|del)|pasando|antes (?:de|del)|despu[eé]s (?:de|del)|camino (?:a|al|de|del)|en la (?:acera|vereda|puerta|esquina|entrada) (?:de|del)|saliendo (?:de|del)|entre|esquina(?: con)?|next to|next door to|near|opposite|across from|behind|outside|in front of|devant|beside|round the corner from|around the corner from|after|before|leaving|(?<!(?:tick|tock|check|cross|knock|mark)(?:ed|ing)? )off|walk from|minutes? from|between|by the)\s+(?:(?:el|la|los|las|the)\s+)?/iu,
)
const COMPARED = beforeName(
  /(?:^|[^\p{L}])(?:mejor(?:es)? (?:que|q)|peor (?:que|q)|better than|best of|worse than|no es|no era|no vale|dejad|dejen|olvid(?:a|á|ad|ate|aos|ense)(?: de)?|it'?s not|isn'?t|not the|don'?t go to|skip|vs\.?|versus|gana a|gan[oó] a|beats?|supera a|than|parecid[oa] a|como (?:el|la|los) de|(?:no )?me hablen de|move over|forget|instead of|en vez de|pregunt[eé] por|preguntando por|asked (?:\p{L}+ ){0,3}(?:for|about)(?: a place called)?|antes (?:estaba|era|hab[ií]a)|used to be|que no sea|frente al antiguo|ni|tipo|estilo|style of|copycat|dupe|imitaci[oó]n|s[ií], fuimos|[>≥])\s*(?:(?:al?|el|la|lo|los|las|the|de|del|esto|that|those)\s+){0,3}/iu,
)
const TIMES_AND_NUMBERS = String.raw`#?\d{1,2}\s?[.)º°:/-]|0\d\s|[①-⑳❶-❿➀-➓]|\d\uFE0F?\u20E3|\d{1,2}:\d{2}(?::\d{2})?`
/** A line up to a name, when a number, a time or a bullet marks it as an item of a list. */
const ITEM_MARK = new RegExp(
  String.raw`^\s*(?:${TIMES_AND_NUMBERS}|[•▪◾▸►‣→*-]|\p{Extended_Pictographic})[^\p{L}\p{N}\n]*$`,
  'u',
)
const OPENING = endAnchored(/["“«‘'▷<[]/u)
/** Not 'closed Mondays', which are opening hours. */
const CLOSED =
  /^[^\p{L}\p{N}\n]{0,4}(?:(?:ya|est[aá]|estaba|estar[aá]|is|was|has|est|lleva)\s+){0,2}(?:cerrad[oa]|cerr[oó]|cerraba|clausurad[oa]|closed|shuts?|ferm[eé]|chiuso|fechad[oa]|en obras|fila|full|lleno|boda|sin (?:mesas?|luz|cupo|lugar)|fully booked)(?![\p{L}]|,?\s+(?:on |los? |el |le )?(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom|jeu|ven|mer))/iu
/** 'X, rue Y. Fermé pour travaux.' */
const CLOSED_AFTER =
  /^[^\n.!?]{0,60}[.!]\s+(?:(?:est[aá]|estaba|it was|was)\s+)?(?:cerrad[oa] por|clausurad[oa]|closed (?:for (?:good|ever|works|renovation|repairs|a private)|down)|ferm[eé]e? (?:pour|d[eé]finitivement)|chius[oa] per|fechad[oa] para)(?!\p{L})/iu
const CALLED_SO = beforeName(
  /(?:^|[^\p{L}])(?:(?:mi|my|our|mon|ma|meu|minha|nuestr[oa])\s+(?:amig[oa]|hij[oa]|herman[oa]|novi[oa]|t[ií][oa]|prim[oa]|abuel[oa]|perr(?:it)?[oa]|gat(?:it)?[oa]|espos[oa]|marido|mam[aá]|pap[aá]|(?:best )?friend|son|daughter|sister|brother|wife|husband|mom|mum|dad|aunt|uncle|cousin|dog|cat|puppy|kitten|boyfriend|girlfriend|baby)|(?:nick)?named\s+(?:it|him|her|them|me)|call(?:s|ed)?\s+(?:him|her|me)|(?:al?|la) (?:que|quien) (?:\p{L}+ ){0,3}llam(?:a|aba|an|aban|amos)|le pus(?:e|imos|ieron))\s+(?:(?:el|la|the)\s+)?/iu,
)
const DOES_SO =
  /^(?:,? (?:that|which)(?:['’]s| is) what (?:my|our) \p{L}+ calls?|['’]?s (?:first|second) (?:birthday|word|time)|\s+(?:dice(?:\s+(?:que|che|di))|dijo|me (?:dijo|hizo|cont[oó]|pregunt[oó])|said|told (?:me|us)|asked|dit que|disse|cumpli[oó] (?:un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|1?\d)|turn(?:s|ed) (?:one|two|three|four|five|six|seven|eight|nine|ten|1?\d)|tr(?:ies|ied)\s+\p{L}+ for))(?![\p{L}\d])/iu
const CLOSING = /^["”»’'◁>\]]/u

const isBreak = (gap: string | undefined): boolean => gap === undefined || gap === 'hard'

function hasCapitals(span: Span): boolean {
  const words = span.text.tokens
    .slice(span.first, span.last + 1)
    .filter((t) => t.kind === 'word' && !STOP_WORDS.has(t.key))
  if (words.length === 0 || !words.every((t) => t.casing === 'title' || t.casing === 'upper')) return false
  const around = span.text.tokens.filter(
    (t, i) =>
      t.kind === 'word' &&
      (i < span.first || i > span.last) &&
      t.casing !== 'none' &&
      // The capital that opens a sentence says nothing.
      !(t.casing === 'title' && isBreak(t.gap)),
  )
  const shouted = words.every((t) => t.casing === 'upper')
  const upperAround = around.filter((t) => t.casing === 'upper').length / Math.max(1, around.length)
  if (shouted) return upperAround < 0.5
  const capsAround = around.filter((t) => t.casing !== 'lower').length / Math.max(1, around.length)
  const opens = isBreak(span.text.tokens[span.first]?.gap)
  return capsAround < 0.6 && (!opens || words.length > 1)
}

/** The evidence before a word, which holds for every span that begins with it. */
interface Opening extends Pick<
  Cues,
  'pin' | 'label' | 'preposition' | 'compared' | 'beside' | 'item' | 'person'
> {
  readonly quoted: boolean
}

function openingOf({ text, tokens }: TokenText, first: number): Opening {
  const start = tokens[first]?.start ?? 0
  const before = text.slice(Math.max(0, start - 80), start)
  const beside = BESIDE.test(before)
  return {
    pin: PIN_DIRECT.test(before) ? 'direct' : PIN_LINE.test(before) ? 'line' : 'none',
    label: LABEL.test(before) || CALLED.test(before),
    preposition: !beside && PREPOSITION.test(before),
    quoted: OPENING.test(before),
    compared: COMPARED.test(before),
    beside,
    person: CALLED_SO.test(before),
    item: ITEM_MARK.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)),
  }
}

/** Reads the cues of spans, each once. */
export function cueReader(): (span: Span) => Cues {
  const openings = memoized((text: TokenText) => memoized((first: number) => openingOf(text, first)))
  return memoized((span) => cuesOf(span, openings(span.text)(span.first)))
}

/** The cues of a span, read from its own text. */
export function cuesOf(span: Span, opening: Opening = openingOf(span.text, span.first)): Cues {
  const { text, tokens } = span.text
  const end = tokens[span.last]?.end ?? 0
  const after = text.slice(end, end + 90)
  const next = tokens[span.last + 1]
  const opens = isBreak(tokens[span.first]?.gap)
  const softOpen = opens || tokens[span.first]?.gap === 'soft'
  const closes = next === undefined || next.gap === 'hard'
  const softClose = closes || next?.gap === 'soft'
  return {
    ...opening,
    item: opening.item && !/^\d/.test(span.key),
    label: span.text.source === 'llm-mention' || opening.label,
    quoted: opening.quoted && CLOSING.test(after),
    capitals: hasCapitals(span),
    closed: CLOSED.test(after) || CLOSED_AFTER.test(after),
    person: opening.person || DOES_SO.test(after),
    standalone: softOpen && softClose,
    edge: softOpen || softClose,
  }
}
