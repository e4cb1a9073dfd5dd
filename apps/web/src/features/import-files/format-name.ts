import type { ImportFormat } from '@antojo/domain/transfer/import-facts'
import { m } from '@antojo/i18n/messages'

/** The name of a format for people. */
export function formatName(format: ImportFormat): string {
  const names = {
    antojo: m.imports_format_antojo,
    tiktok: m.imports_format_tiktok,
    instagram: m.imports_format_instagram,
    youtube: m.imports_format_youtube,
    google: m.imports_format_google,
    map: m.imports_format_map,
    bookmarks: m.imports_format_bookmarks,
    karakeep: m.imports_format_karakeep,
    mealie: m.imports_format_mealie,
    table: m.imports_format_table,
    links: m.imports_format_links,
  } as const
  return names[format]()
}
