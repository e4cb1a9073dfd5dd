import type { EvidenceSource } from '../evidence.ts'
import type { TokenText } from '../text/tokens.ts'

/** Signs that a post is about something other than a place to eat at, each 0–1. */
export interface PostKind {
  readonly recipe: number
  readonly product: number
  readonly advert: number
  readonly question: number
  readonly vlog: number
  /** The author says that the post keeps the name secret. */
  readonly withheld: number
  /** A place, or a branch of it, is said to be new: few indexes know it yet. */
  readonly opening: number
  /** The author tells of a visit that was not. */
  readonly unvisited: number
  /** The post tells a program what to answer. */
  readonly command: number
}

const RECIPE =
  /\b(?:recetas?|recetaf[aá]cil|recipes?|ingredientes|ingredients|air ?fryer|freidora de aire|cucharad(?:a|ita)s?|tbsp|tsp|tablespoons?|teaspoons?|precalent|preheat|marinad[oa]|hornea|bake (?:at|for)|\d+\s?(?:°|º|grados|degrees)|homemade|cas[ae]r[oa]s? mejor|en casa|at home|homecooking|cocinaencasa|cocina f[aá]cil|thermomix|sart[eé]n|amasa|levadura|masa madre|sourdough|meal ?prep|step by step|paso a paso|copycat|cooking|cook with me|cocin(?:a|emos|ar|ando)|receitas?|recettes?|ricett[ae]|rezepte?|my (?:own |tiny )?kitchen|(?:mi|minha|ma) (?:cocina|cozinha|cuisine)|casa sua|en casa de mi|weeknights?|batch ?cook(?:ing)?)\b|レシピ|作り方|手作り|自炊|在家[做煮]|食譜|自製|레시피|집에서|만들기/giu
const PRODUCT =
  /\b(?:mercadona|lidl|aldi|carrefour|trader ?joe'?s|costco|walmart|target haul|tesco|sainsbury'?s|asda|waitrose|whole ?foods|oxxo|soriana|chedraui|heb|d[ií]a supermercado|coto|jumbo|tottus|supermercado|supermarket|super selectos|groceries|haul|frozen|congelad[oa]s?|paquetes?|env[ií]os?|shipping|unboxing|tier ?list|snacks? (?:from|de)|amazon finds|link de compra|buldak|maruchan|instant (?:noodles|ramen)|doordash|uber ?eats driver|rappi|glovo)\b/giu
const ADVERT =
  /\b(?:agencia|marketing|tus reels|tu (?:restaurante|negocio)|clientes en|cupo para|te mandamos el plan|curso|masterclass|webinar|ebook|franquicia|se vende|traspaso|for sale|hiring|vacante|empleo|sorteo|giveaway|c[oó]digo de descuento)\b/giu
const QUESTION =
  /(?:¿[^?]{0,500}\?|\b(?:debate|team|comenten|coment[aá]|comenta|los leo|digan|which one|what'?s your|opinions?|poll|encuesta|pregunta seria|name it|rate my)\b)/giu
const VLOG =
  /\b(?:vlog|day in (?:my|the) life|un d[ií]a (?:en|conmigo)|roadtrip|road trip|glaciar|atardecer|picnic|tupper|airbnb|hotel room|what i eat in a day|lo que como en un d[ií]a|mukbang|asmr|reto|challenge|rules|reglas)\b/giu
const WITHHELD =
  /(?:te (?:mando|paso|env[ií]o) la (?:ubi|direcci[oó]n)|link en (?:mi |la )?bio|ubi(?:caci[oó]n)? (?:por|en) (?:dm|privado|bio)|parte 2|parte dos|part 2|(?:never|didn'?t) (?:got|get|catch) the name|no (?:s[eé]|recuerdo|me acuerdo|me acord[eé]) (?:d?el|c[oó]mo se llama|su) ?(?:nombre)?|forgot (?:the|its) name|no (?:tiene|ten[ií]a) nombre|gatekeep|no (?:os |les |te |le )?digo (?:el nombre|d[oó]nde|cu[aá]l)|not to name|not allowed to say|nobody will say|never a name|don'?t guess|no (?:digamos|decimos|dec[ií]s|dicen) (?:todav[ií]a )?el nombre|won'?t tell you (?:where|the name)|ma[nñ]ana (?:les )?(?:digo|arranca)|comment .{1,20} and i)/giu

/** The author did not eat at the place that the post names. */
const UNVISITED =
  /(?<!\p{L})(?:no restaurants? (?:was|were) visited|a l[oa]s que no (?:entr[eé]|fui|fuimos|llegu[eé])|(?:didn['’]?t|did not) (?:go in|get in|eat there)|couldn['’]?t get (?:in|a table)|no (?:pude|pudimos|alcanc[eé] a|alcanzamos a) (?:entrar|comer ah[ií])|(?:je |on |nous )(?:devait|devions|devais|voulait) (?:d[iî]ner|manger|d[ée]jeuner)|dovevamo (?:cenare|mangiare)|(?:me|nos) (?:fui|fuimos) (?:a (?:mi |la )?casa )?sin (?:cenar|comer|entrar))(?!\p{L})/giu

const OPENING =
  /(?<!\p{L})(?:just opened|newly opened|now open|grand opening|(?:new|second|third) (?:location|branch|outpost)|reci[eé]n (?:inaugurad|abiert)[oa]s?|acaban? de (?:abrir|inaugurar)|(?:nueva|segunda|tercera|otra) (?:sucursal|sede|ubicaci[oó]n)|nuevo local|gran (?:inauguraci[oó]n|apertura))(?!\p{L})/giu

const COMMAND =
  /<\/?system>|"?(?:decision|decisi[oó]n)"?\s*[:=]|(?<!\p{L})(?:(?:system(?: prompt)?|sistema|assistant|asistente|override|instrucci[oó]n|instruction|(?:note|nota) (?:to the|para la) (?:model|ai|ia))\s*:|(?:reply|respond|answer) (?:only )?with|responde (?:solo|s[oó]lo|con)|(?:ignor[ea]|disregard|olvida) (?:all|everything|previous|the|todo|lo anterior|las|tus) ?(?:rules|reglas|instrucciones|instructions|above)?|admin mode)/giu

const count = (pattern: RegExp, text: string): number => (text.match(pattern) ?? []).length
const squash = (n: number, full: number): number => Math.min(1, n / full)

const CAPTION: ReadonlySet<EvidenceSource> = new Set([
  'title',
  'description',
  'hashtag',
  'og',
  'user-hint',
  'ocr',
  'transcript',
])

/** Reads the signs from all texts together. */
export function postKind(texts: readonly TokenText[]): PostKind {
  const all = texts
    .filter((t) => CAPTION.has(t.source))
    .map((t) => t.text.replaceAll('#', ' '))
    .join('\n')
  return {
    recipe: squash(count(RECIPE, all), 2),
    product: squash(count(PRODUCT, all), 2),
    advert: squash(count(ADVERT, all), 2),
    question: squash(count(QUESTION, all), 2),
    vlog: squash(count(VLOG, all), 2),
    withheld: squash(count(WITHHELD, all), 1),
    opening: squash(count(OPENING, all), 1),
    unvisited: squash(count(UNVISITED, all), 1),
    command: squash(count(COMMAND, all), 1),
  }
}

const LIST_MARK =
  /(?:^|\n|\s)(?:\d{1,2}\s?[.)\-:º°/]\s*(?=\p{L})|0\d\s+(?=\p{L})|[1-9]\uFE0F?\u20E3|[①-⑳❶-❿➀-➓]|🥇|🥈|🥉|[•▪◾✅▸►‣→]\s?(?=\p{L})|-\s+(?=\p{L})|\d{1,2}:\d{2}\s+(?=\p{L}))/gu
/** A line that begins with a picture, or with a few words and a colon: "Name: praise". */
const LIST_LINE = /(?:^|\n)(?:\p{Extended_Pictographic}\uFE0F?\s*\p{L}|\p{Lu}[^\n:]{2,40}:\s)/gu
const LIST_WORDS =
  /\b(?:top\s?\d+|los \d+|\d+ (?:lugares|sitios|restaurantes|places|spots|bares|pubs|taquer[ií]as|tascas|caf[eé]s|chinos)|ranking|rankeando|crawl|ruta|guide|gu[ií]a|primero|segundo|despu[eé]s|luego|then|first|last(?:ly)?|finally|d[ií]a entero|24 ?h(?:rs|oras|ours)?|48 ?h(?:rs|oras|ours)?|semana|weekend in|for the \w+ one|barato|medio)\b/giu

/** 0–1: how much the post is a list of places. */
export function listShape(texts: readonly TokenText[]): number {
  let best = 0
  for (const { source, text } of texts) {
    if (source === 'creator' || source === 'transcript' || source === 'ocr') continue
    const marks = count(LIST_MARK, text)
    const words = count(LIST_WORDS, text)
    const lines = count(LIST_LINE, text)
    const pins = count(/📍|📌/gu, text)
    best = Math.max(
      best,
      Math.min(1, (marks >= 2 || lines >= 3 ? 0.6 : 0) + Math.min(0.5, words * 0.25) + (pins >= 2 ? 0.7 : 0)),
    )
  }
  return best
}
