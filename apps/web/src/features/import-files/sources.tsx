import { m } from '@antojo/i18n/messages'

interface Source {
  readonly sign: string
  readonly name: () => string
  readonly how: () => string
}

const SOURCES: readonly Source[] = [
  { sign: '📸', name: m.imports_format_instagram, how: m.imports_how_instagram },
  { sign: '🎵', name: m.imports_format_tiktok, how: m.imports_how_tiktok },
  { sign: '🗺️', name: m.imports_source_google, how: m.imports_how_google },
  { sign: '▶️', name: m.imports_format_youtube, how: m.imports_how_youtube },
  { sign: '📍', name: m.imports_source_maps, how: m.imports_how_maps },
  { sign: '🔖', name: m.imports_source_links, how: m.imports_how_links },
  { sign: '📋', name: m.imports_source_text, how: m.imports_how_text },
]

/** A tile for each source; it opens to the way to its file. */
export function Sources() {
  return (
    <section className="grid w-full gap-2">
      <h2 className="text-lg">{m.imports_how()}</h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] items-start gap-2">
        {SOURCES.map(({ sign, name, how }) => (
          <details key={sign} className="rounded-2xl border border-line bg-surface">
            <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 font-semibold">
              <span aria-hidden className="text-xl">
                {sign}
              </span>
              {name()}
            </summary>
            <p className="px-4 pb-3 text-sm text-ink-soft">{how()}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
