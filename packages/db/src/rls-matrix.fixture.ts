/**
 * The permissions for every table: the rows of the small world in `rls-world.fixture.ts` that an actor reaches with
 * each verb, `denied` when the statement is refused, or `-` when it runs and reaches nothing. For insert, it lists the
 * accepted attempts. `others` means all actors that the table does not name. Actors: `anonymous` has no account; `link
 * holder` is anonymous too, but the request names the list `linked`, the video `unlisted` and, without effect, the list
 * `team`, the video `private`, and the public list and video `veiled`, whose creator is hidden; `viewer` and `editor`
 * are members of the list `team`; `other` is no member, but was an editor once and left a video in `team`; `leaver` is
 * a viewer too, whose account waits for its deletion; `service` is the server. The row `unidentified` is public and in
 * the list `team`, but open, so its owner alone sees it.
 *
 * `served other` and `served owner` are `other` and `owner` in a request to the server itself (role antojo_person). In
 * a table that does not name them, they reach the rows that `other` and `owner` reach.
 */
export const RLS_MATRIX = `
table          | actor       | select                                         | insert               | update                                   | delete

users          | others      | denied                                         | denied               | denied                                   | denied
users          | other       | profile_other                                  | as_self              | profile_other                            | denied
users          | viewer      | profile_viewer                                 | as_self              | profile_viewer                           | denied
users          | editor      | profile_editor                                 | as_self              | profile_editor                           | denied
users          | leaver      | -                                              | denied               | -                                        | denied
users          | owner       | profile_owner                                  | as_self              | profile_owner                            | denied
users          | service     | profile_owner profile_other profile_viewer profile_editor profile_leaver | as_self forged | profile_owner profile_other profile_viewer profile_editor profile_leaver | profile_owner profile_other profile_viewer profile_editor profile_leaver

user_settings  | others      | denied                                         | denied               | denied                                   | denied
user_settings  | other       | -                                              | as_self              | -                                        | -
user_settings  | viewer      | -                                              | as_self              | -                                        | -
user_settings  | editor      | -                                              | as_self              | -                                        | -
user_settings  | leaver      | -                                              | denied               | -                                        | -
user_settings  | owner       | settings_owner                                 | as_self as_owner     | settings_owner                           | settings_owner
user_settings  | service     | settings_owner                                 | as_self as_owner     | settings_owner                           | settings_owner

videos         | anonymous   | public                                                  | denied           | denied                                                  | denied
videos         | link holder | linked unlisted public                                  | denied           | denied                                                  | denied
videos         | other       | public left                                             | as_self          | left                                                    | left
videos         | viewer      | listed added left public                                | as_self          | -                                                       | -
videos         | editor      | listed added left public                                | as_self          | added                                                   | added
videos         | leaver      | public                                                  | denied           | -                                                       | -
videos         | owner       | private listed linked unlisted public veiled added left unidentified | as_self as_owner | private listed linked unlisted public veiled unidentified | private listed linked unlisted public veiled unidentified
videos         | service     | private listed linked unlisted public veiled added left leavers unidentified | as_self as_owner | private listed linked unlisted public veiled added left leavers unidentified | private listed linked unlisted public veiled added left leavers unidentified

video_places   | anonymous   | of_public                                          | denied        | denied                                             | denied
video_places   | link holder | of_linked of_public                                | denied        | denied                                             | denied
video_places   | other       | of_public                                          | own           | -                                                  | -
video_places   | viewer      | of_listed of_public                                | own           | -                                                  | -
video_places   | editor      | of_listed of_public                                | own           | -                                                  | -
video_places   | leaver      | of_public                                          | denied        | -                                                  | -
video_places   | owner       | of_private of_listed of_linked of_public of_veiled | own on_owners | of_private of_listed of_linked of_public of_veiled | of_private of_listed of_linked of_public of_veiled
video_places   | service     | of_private of_listed of_linked of_public of_veiled | own on_owners | of_private of_listed of_linked of_public of_veiled | of_private of_listed of_linked of_public of_veiled

user_places    | others      | denied                                         | denied               | denied                                   | denied
user_places    | other       | -                                              | as_self              | -                                        | -
user_places    | viewer      | -                                              | as_self              | -                                        | -
user_places    | editor      | -                                              | as_self              | -                                        | -
user_places    | leaver      | -                                              | denied               | -                                        | -
user_places    | owner       | note_owner                                     | as_self as_owner     | note_owner                               | note_owner
user_places    | service     | note_owner                                     | as_self as_owner     | note_owner                               | note_owner

corrections    | others      | denied                                         | denied               | denied                                   | denied
corrections    | other       | -                                              | as_self              | denied                                   | denied
corrections    | viewer      | -                                              | as_self              | denied                                   | denied
corrections    | editor      | -                                              | as_self              | denied                                   | denied
corrections    | leaver      | -                                              | denied               | denied                                   | denied
corrections    | owner       | correction_owner taught                        | as_self as_owner     | denied                                   | denied
corrections    | served other | -                                              | as_self              | denied                                   | -
corrections    | served owner | correction_owner taught                        | as_self as_owner     | denied                                   | taught
corrections    | service     | correction_owner taught                        | as_self as_owner teaching | correction_owner taught             | correction_owner taught

video_lists    | anonymous   | open                              | denied                    | denied                            | denied
video_lists    | link holder | linked open                       | denied                    | denied                            | denied
video_lists    | other       | open                              | as_self                   | -                                 | -
video_lists    | viewer      | team open                         | as_self                   | -                                 | -
video_lists    | editor      | team open                         | as_self                   | -                                 | -
video_lists    | leaver      | open                              | denied                    | -                                 | -
video_lists    | owner       | team linked open veiled favorites | as_self as_owner          | team linked open veiled favorites | team linked open veiled
video_lists    | service     | team linked open veiled favorites leavers_list | as_self as_owner built_in | team linked open veiled favorites leavers_list | team linked open veiled favorites leavers_list

list_videos    | anonymous   | -                                                      | denied                    | denied                                                 | denied
list_videos    | link holder | in_linked                                              | denied                    | denied                                                 | denied
list_videos    | other       | left_in_team                                           | denied                    | -                                                      | left_in_team
list_videos    | viewer      | in_team added_to_team left_in_team                     | denied                    | -                                                      | -
list_videos    | editor      | in_team added_to_team left_in_team                     | own_to_team               | in_team added_to_team left_in_team                     | in_team added_to_team left_in_team
list_videos    | leaver      | -                                                      | denied                    | -                                                      | -
list_videos    | owner       | in_team added_to_team left_in_team in_linked in_veiled | own_to_team owners_to_own | in_team added_to_team left_in_team in_linked in_veiled | in_team added_to_team left_in_team in_linked in_veiled
list_videos    | service     | in_team added_to_team left_in_team in_linked in_veiled leavers_in_team | own_to_team unidentified_to_own owners_to_own | in_team added_to_team left_in_team in_linked in_veiled leavers_in_team | in_team added_to_team left_in_team in_linked in_veiled leavers_in_team

list_members   | others      | denied                                         | denied               | denied                                   | denied
list_members   | other       | -                                              | denied               | -                                        | -
list_members   | viewer      | viewer_in_team                                 | denied               | -                                        | viewer_in_team
list_members   | editor      | editor_in_team                                 | denied               | -                                        | editor_in_team
list_members   | leaver      | -                                              | denied               | -                                        | -
list_members   | owner       | viewer_in_team editor_in_team                  | denied               | viewer_in_team editor_in_team            | viewer_in_team editor_in_team
list_members   | service     | viewer_in_team editor_in_team leaver_in_team | as_self              | viewer_in_team editor_in_team leaver_in_team | viewer_in_team editor_in_team leaver_in_team

list_invites   | others      | denied                                         | denied               | denied                                   | denied
list_invites   | other       | -                                              | denied               | denied                                   | -
list_invites   | viewer      | -                                              | denied               | denied                                   | -
list_invites   | editor      | -                                              | denied               | denied                                   | -
list_invites   | leaver      | -                                              | denied               | denied                                   | -
list_invites   | owner       | invite_to_team                                 | denied               | denied                                   | invite_to_team
list_invites   | service     | invite_to_team                                 | to_team              | invite_to_team                           | invite_to_team

signup_invitations | others  | denied                                         | denied               | denied                                   | denied
signup_invitations | served other | -                                              | denied               | -                                        | -
signup_invitations | served owner | invitation                                     | to_all               | invitation                               | invitation
signup_invitations | service | invitation                                     | to_all               | invitation                               | invitation

personal_tokens | others     | denied                                         | denied               | denied                                   | denied
personal_tokens | served other | -                                              | denied               | denied                                   | -
personal_tokens | served owner | token                                          | new                  | denied                                   | token
personal_tokens | service    | token                                          | new                  | token                                    | token

live_feeds     | others      | denied                                         | denied               | denied                                   | denied
live_feeds     | served other | -                                              | denied               | denied                                   | -
live_feeds     | served owner | feed                                           | new                  | denied                                   | feed
live_feeds     | service     | feed                                           | new                  | denied                                   | feed

imports        | others      | denied                                         | denied               | denied                                   | denied
imports        | served other | -                                              | denied               | -                                        | -
imports        | served owner | import                                         | new                  | import                                   | import
imports        | service     | import                                         | new                  | import                                   | import
import_items   | others      | denied                                         | denied               | denied                                   | denied
import_items   | served other | -                                              | denied               | -                                        | -
import_items   | served owner | item                                           | new                  | item                                     | item
import_items   | service     | item                                           | new                  | item                                     | item
import_entries | others      | denied                                         | denied               | denied                                   | denied
import_entries | served other | -                                              | denied               | -                                        | -
import_entries | served owner | entry                                          | new                  | entry                                    | entry
import_entries | service     | entry                                          | new                  | entry                                    | entry

list_comments  | others      | denied                                         | denied               | denied                                   | denied
list_comments  | other       | -                                              | denied               | denied                                   | -
list_comments  | viewer      | of_viewer                                      | denied               | denied                                   | of_viewer
list_comments  | editor      | -                                              | denied               | denied                                   | -
list_comments  | leaver      | -                                              | denied               | denied                                   | -
list_comments  | owner       | of_viewer                                      | denied               | denied                                   | of_viewer
list_comments  | service     | of_viewer of_leaver | to_team              | of_viewer of_leaver | of_viewer of_leaver

list_reports   | others      | denied                                         | denied               | denied                                   | denied
list_reports   | other       | -                                              | denied               | denied                                   | -
list_reports   | viewer      | -                                              | denied               | denied                                   | -
list_reports   | editor      | -                                              | denied               | denied                                   | -
list_reports   | leaver      | -                                              | denied               | denied                                   | -
list_reports   | owner       | report                                         | denied               | denied                                   | report
list_reports   | service     | report                                         | new                  | denied                                   | report

user_pictures  | others      | denied                                         | denied               | denied                                   | denied
user_pictures  | served other | -                                              | new                  | -                                        | -
user_pictures  | served owner | picture_owner                                  | denied               | picture_owner                            | picture_owner
user_pictures  | service     | picture_owner                                  | new                  | picture_owner                            | picture_owner

analyses       | others      | denied                                         | denied               | denied                                   | denied
analyses       | service     | analysis                                       | new                  | analysis                                 | analysis

app.video_search | others    | denied                                         | denied               | denied                                   | denied
app.video_search | service   | words_of_private                               | again                | words_of_private                         | words_of_private
app.beside_search | others   | denied                                         | denied               | denied                                   | denied
app.beside_search | service  | words_of_note                                  | again                | words_of_note                            | words_of_note
app.identify_tries | others  | denied                                         | denied               | denied                                   | denied
app.identify_tries | service | tries                                          | again                | tries                                    | tries
app.installation | others    | denied                                         | denied               | denied                                   | denied
app.installation | service   | row                                            | again                | row                                      | row
app.retired_ids | others     | denied                                         | denied               | denied                                   | denied
app.retired_ids | service    | retired                                        | new                  | retired                                  | retired
app.paid_calls | others      | denied                                         | denied               | denied                                   | denied
app.paid_calls | service     | row                                            | new                  | row                                      | row

place_areas    | others      | denied                                         | denied               | denied                                   | denied
place_areas    | service     | row                                            | new                  | row                                      | row
place_changes  | others      | denied                                         | denied               | denied                                   | denied
place_changes  | service     | row                                            | new                  | row                                      | row
place_sources  | others      | denied                                         | denied               | denied                                   | denied
place_sources  | service     | row                                            | new                  | row                                      | row
places         | others      | denied                                         | denied               | denied                                   | denied
places         | service     | row                                            | new                  | row                                      | row
place_names    | others      | denied                                         | denied               | denied                                   | denied
place_names    | service     | row                                            | new                  | row                                      | row
place_keys     | others      | denied                                         | denied               | denied                                   | denied
place_keys     | service     | row                                            | new                  | row                                      | row
place_tokens   | others      | denied                                         | denied               | denied                                   | denied
place_tokens   | service     | row                                            | new                  | row                                      | row
`

export const VERBS = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof VERBS)[number]

/** One line of the matrix: the rows of one table that one actor reaches. */
export interface MatrixLine {
  readonly table: string
  readonly actor: string
  readonly expected: Readonly<Record<Verb, string>>
}

const SERVED = 'served '

/**
 * The lines of the matrix, with `others` replaced by the actors that it means, and with the lines that served actors
 * share.
 */
export function readMatrix(actors: readonly string[]): MatrixLine[] {
  const direct = actors.filter((actor) => !actor.startsWith(SERVED))
  const lines = readLines(direct)
  const served = actors.flatMap((actor) =>
    lines
      .filter((line) => `${SERVED}${line.actor}` === actor)
      .filter(({ table }) => !lines.some((line) => line.table === table && line.actor === actor))
      .map((line) => ({ ...line, actor })),
  )
  return [...lines, ...served]
}

function readLines(actors: readonly string[]): MatrixLine[] {
  const lines = RLS_MATRIX.trim()
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map(readLine)
  return lines.flatMap((line) => {
    if (line.actor !== 'others') return [line]
    const named = lines.filter(({ table }) => table === line.table).map(({ actor }) => actor)
    return actors.filter((actor) => !named.includes(actor)).map((actor) => ({ ...line, actor }))
  })
}

function readLine(line: string): MatrixLine {
  const [table = '', actor = '', select = '', insert = '', update = '', remove = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  return { table, actor, expected: { select, insert, update, delete: remove } }
}
