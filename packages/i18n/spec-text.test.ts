import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MESSAGES = fileURLToPath(new URL('messages/', import.meta.url))

/** Spec §2, §5 and §8: [key, Spanish, English]; null where the specification gives no wording in that language. */
const SPEC: readonly (readonly [key: string, es: string | null, en: string | null])[] = [
  ['header_guest', 'Invitado', null],
  ['header_settings', 'Ajustes', null],
  ['header_sign_out', 'Salir', null],
  ['search_placeholder', 'Buscar restaurantes, platos, ubicaciones...', null],
  ['search_filters', 'Filtros', null],
  ['search_add', 'Añadir', null],
  ['search_adding', 'Añadiendo…', null],
  ['search_submit', 'Buscar', null],
  ['fab_paste', 'Pegar enlace', null],
  ['sheet_title', 'Buscar o pegar enlace', null],
  ['sheet_add', 'Añadir enlace', null],
  ['clipboard_prompt', null, 'Add this video?'],
  ['filter_reset', 'Resetear filtros', null],
  ['nav_discover', 'Descubrir', null],
  ['nav_map', 'Mapa', null],
  ['nav_lists', 'Listas', null],
  ['nav_profile', 'Perfil', null],
  ['empty_title', 'Aún no hay videos', null],
  ['empty_paste', 'Pegar enlace', null],
  ['empty_nearby', 'Buscar cerca', null],
  ['empty_import', 'Importar del portapapeles', null],
  ['settings_clear', 'Borrar caché local', null],
  ['page_admin', 'Admin • KPIs', 'Admin • KPIs'],
  ['no_rating', null, 'No rating'],
  ['no_preview', null, 'No preview'],
  ['detail_no_preview', 'Vista previa no disponible.', null],
  ['auth_busy', 'Cargando....', null],
  ['sign_out_failed', 'Error al cerrar sesión.', null],
  ['auth_oauth_failed', 'Error al iniciar sesión con {provider}: {message}', null],
  ['auth_login_done', '¡Inicio de sesión exitoso! Redirigiendo...', null],
  ['auth_register_done', '¡Registro exitoso! Por favor, revisa tu correo para confirmar.', null],
  ['missing_video_id', 'Sin ID de video', null],
  ['clipboard_failed', 'No se pudo leer del portapapeles.', null],
  ['clipboard_no_link', 'El portapapeles no contiene un enlace válido.', null],
  ['import_none', 'No se encontraron enlaces en el portapapeles.', null],
  ['add_sign_in_first', 'Debes iniciar sesión para añadir videos.', null],
  ['copy_failed', 'No se pudo copiar', 'Could not copy'],
  ['copied_link', null, 'Video link copied'],
  ['copied_maps', null, 'Maps link copied'],
  ['share_copied', null, 'Link copied'],
  ['share_failed', null, 'Share failed'],
  ['map_loading', 'Cargando mapa…', 'Loading map...'],
  ['find_url_missing', null, 'Enter a URL.'],
  ['find_url_invalid', null, 'Enter a valid URL.'],
  ['find_host_warning', null, "This host isn't fully supported yet—accuracy may be low."],
  ['find_blocked', null, 'Video frames blocked by platform'],
  ['find_more_details', null, 'Add more details instead'],
  [
    'find_more_details_text',
    null,
    'Try adding more details in the caption field, or use a platform that allows frame analysis.',
  ],
  ['find_none', null, 'No confident match found'],
  ['weak_no_name', null, 'No restaurant name detected.'],
  ['weak_name', null, 'Restaurant "{name}" detected but insufficient data for search.'],
  ['videos_failed', 'Error cargando videos.', null],
  ['search_failed', 'Error al buscar videos.', null],
  ['added', 'Añadido!', null],
  ['duplicate', 'Ya lo tenías guardado. Actualizado en la lista.', null],
  ['saved', 'Guardado!', null],
  ['save_failed', 'No se pudo guardar: {msg}', null],
  ['deleted_now', null, 'Video deleted'],
  ['deleted', 'Video eliminado.', null],
  ['delete_failed', 'Error eliminando: {msg}', null],
  ['add_failed', 'Error al añadir video: {msg}', null],
  ['save_edit_failed', 'Error al guardar: {msg}', null],
  ['retry_done', 'Reintento exitoso: video añadido!', null],
  ['retry_failed', 'No se pudo reintentar: {msg}', null],
  ['existing', 'Este video ya existía. Usando el existente.', null],
  ['diagnostics_read_error', 'Read error: {message}', 'Read error: {message}'],
  ['diagnostics_read_exception', 'Read exception: {message}', 'Read exception: {message}'],
  ['diagnostics_write_error', 'Write error: {message}', 'Write error: {message}'],
  ['diagnostics_write_exception', 'Write exception: {message}', 'Write exception: {message}'],
  ['diagnostics_auth_error', 'Auth error: {message}', 'Auth error: {message}'],
]

function catalogue(language: string): Record<string, unknown> {
  const files = globSync(`${MESSAGES}${language}*.json`)
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))))
}

const es = catalogue('es')
const en = catalogue('en')

test.each(SPEC)('the words of the specification: %s', (key, spanish, english) => {
  expect(es[key]).toBe(spanish ?? es[key])
  expect(en[key]).toBe(english ?? en[key])
  expect([typeof es[key], typeof en[key]]).toEqual(['string', 'string'])
})
