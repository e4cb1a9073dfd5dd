import { m } from '@antojo/i18n/messages'
import {
  Bookmark,
  Camera,
  ChevronDown,
  FileText,
  MapPin,
  MapPinned,
  Music2,
  SquarePlay,
  type LucideIcon,
} from 'lucide-react'

interface Source {
  readonly Icon: LucideIcon
  readonly name: () => string
  readonly how: () => string
}

const SOURCES: readonly Source[] = [
  { Icon: Camera, name: m.imports_format_instagram, how: m.imports_how_instagram },
  { Icon: Music2, name: m.imports_format_tiktok, how: m.imports_how_tiktok },
  { Icon: MapPinned, name: m.imports_source_google, how: m.imports_how_google },
  { Icon: SquarePlay, name: m.imports_format_youtube, how: m.imports_how_youtube },
  { Icon: MapPin, name: m.imports_source_maps, how: m.imports_how_maps },
  { Icon: Bookmark, name: m.imports_source_links, how: m.imports_how_links },
  { Icon: FileText, name: m.imports_source_text, how: m.imports_how_text },
]

/** A tile for each source; it opens to the way to its file. */
export function Sources() {
  return (
    <section className="grid w-full gap-2">
      <h2 className="text-lg">{m.imports_how()}</h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] items-start gap-2">
        {SOURCES.map(({ Icon, name, how }) => (
          <details key={name()} className="group rounded-2xl border border-line bg-surface">
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-3.5 font-semibold">
              <span
                aria-hidden
                className="grid size-9 shrink-0 place-items-center rounded-xl bg-maiz-soft text-ink [&_svg]:size-5"
              >
                <Icon />
              </span>
              {name()}
              <ChevronDown
                aria-hidden
                className="ml-auto size-4.5 text-ink-soft transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="px-4 pb-3 text-sm text-ink-soft">{how()}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
