export type Language = 'es' | 'en'

/** The first supported language of an `Accept-Language` header. */
export function preferredLanguage(header: string | undefined, fallback: Language): Language {
  const wishes = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...params] = entry.trim().toLowerCase().split(';')
      const quality = params.find((param) => param.trim().startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) }
    })
    .filter((wish) => wish.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of wishes) {
    const base = tag.split('-')[0]
    if (base === 'es' || base === 'en') return base
  }
  return fallback
}
