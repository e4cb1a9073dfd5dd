/** The formats of files that people import. */
export const IMPORT_FORMATS = [
  'antojo',
  'tiktok',
  'instagram',
  'youtube',
  'google',
  'map',
  'bookmarks',
  'karakeep',
  'mealie',
  'table',
  'links',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/**
 * The kind of a group of entries: favourites, likes or saved posts of a platform, a collection, which becomes a list,
 * or the whole file when it has no groups.
 */
export const IMPORT_PART_KINDS = ['favourites', 'likes', 'saved', 'collection', 'file'] as const
export type ImportPartKind = (typeof IMPORT_PART_KINDS)[number]

/** The facts for which a person can choose a column of their table. */
export const TABLE_COLUMNS = ['name', 'url', 'address', 'city', 'lat', 'lng', 'note', 'list'] as const
export type TableColumn = (typeof TABLE_COLUMNS)[number]
/** The index of the column of a fact; -1 for none. */
export type ChosenColumns = Readonly<Partial<Record<TableColumn, number>>>

/**
 * Why an entry of a file is not imported. `not_a_point`: a line or an area; `not_saved`: a review, or a label such as
 * "Home"; of Antojo's own file, `does_not_fit`: exceeds a limit of the database; `too_many_today`: beyond a daily limit.
 */
export const UNREAD_REASONS = [
  'no_link',
  'not_a_post',
  'not_a_point',
  'not_saved',
  'too_many',
  'does_not_fit',
  'too_many_today',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

/** The kind of a text that a file has about a post. `message`: the words of the person around its link. */
export const POST_TEXT_KINDS = ['title', 'caption', 'hashtags', 'author', 'description', 'message'] as const
export type PostTextKind = (typeof POST_TEXT_KINDS)[number]

/** `preview`: waits for the person; `running`: adds posts; `done`: all are added. */
export const IMPORT_STATES = ['preview', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/**
 * Of an entry. `written`: waits until the words of its file are judged; `new`: waits to be read; `known`: the person had
 * it; `added` by the import; `joined`: a place whose row is that of the video beside it; `nameless`: names no place.
 */
export const IMPORT_ITEM_STATES = ['written', 'new', 'known', 'added', 'joined', 'nameless', 'later'] as const
export type ImportItemState = (typeof IMPORT_ITEM_STATES)[number]
