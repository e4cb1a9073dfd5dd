import type { Verb } from './rls-matrix.fixture.ts'

/** The people, lists and videos of the matrix; every name is the id of one row. */
const NAMES = [
  'owner',
  'other',
  'viewer',
  'editor',
  'private',
  'listed',
  'linked',
  'unlisted',
  'public',
  'added',
  'left',
  'viewers',
  'team',
  'linked_list',
  'open',
  'list_of_owner',
  'list_of_other',
  'list_of_viewer',
  'list_of_editor',
  'correction',
  'taught',
  'invite',
  'invitation',
  'import',
  'analysis',
  'comment',
  'veiled',
  'veiled_list',
  'leaver',
  'leavers',
  'list_of_leaver',
  'leavers_comment',
  'unidentified',
] as const
type Name = (typeof NAMES)[number]

function id(name: Name): string {
  return `00000000-0000-4000-8000-0000000000${(NAMES.indexOf(name) + 16).toString(16)}`
}

export interface TestActor {
  readonly role: 'anon' | 'authenticated' | 'antojo_person' | 'service_role'
  readonly claims: Readonly<Record<string, string>>
  readonly capabilities: readonly string[]
  /** The person whose rows the attempts `own` and `as_self` make. */
  readonly self: Name
}

function person(self: Name): TestActor {
  const claims = { sub: id(self), email: `${self}@example.org`, role: 'authenticated' }
  return { role: 'authenticated', claims, capabilities: [], self }
}

export const ACTORS: Readonly<Record<string, TestActor>> = {
  anonymous: { role: 'anon', claims: { role: 'anon' }, capabilities: [], self: 'other' },
  'link holder': {
    role: 'anon',
    claims: { role: 'anon' },
    capabilities: (['linked_list', 'unlisted', 'team', 'private', 'veiled', 'veiled_list'] as const).map(id),
    self: 'other',
  },
  other: person('other'),
  viewer: person('viewer'),
  editor: person('editor'),
  leaver: person('leaver'),
  owner: person('owner'),
  'served other': { ...person('other'), role: 'antojo_person' },
  'served owner': { ...person('owner'), role: 'antojo_person' },
  service: { role: 'service_role', claims: { role: 'service_role' }, capabilities: [], self: 'other' },
}

/** A video of each person, for attempts that need one. */
const VIDEO_OF: Partial<Record<Name, Name>> = {
  owner: 'private',
  other: 'left',
  viewer: 'viewers',
  editor: 'added',
  leaver: 'leavers',
}

/** Replaces `:name` by the row's id; `:me` and `:my_video`, `:my_list` are the actor's. */
export function fill(text: string, self: Name = 'owner'): string {
  return text.replaceAll(/:([a-z_]+)/g, (whole, name: string) => {
    const known = NAMES.find((each) => each === name)
    if (known !== undefined) return `'${id(known)}'`
    if (name === 'me') return `'${id(self)}'`
    if (name === 'my_video') return `'${id(VIDEO_OF[self] ?? 'private')}'`
    if (name === 'my_list') return fill(`:list_of_${self}`)
    return whole
  })
}

const REPORT = `insert into list_reports (user_id, list_id, video_id, body) values (:owner, :linked_list, :linked, 'x')`
export const WORLD = `
  insert into auth.users (id, email) values
    (:owner, 'owner@example.org'), (:other, 'other@example.org'),
    (:viewer, 'viewer@example.org'), (:editor, 'editor@example.org'), (:leaver, 'leaver@example.org');
  update auth.users set delete_after = now() where id = :leaver;
  set local role service_role;
  insert into user_settings (user_id) values (:owner);
  insert into analyses (id, canonical_url, platform, pipeline_version, state)
    values (:analysis, 'https://example.org/a', 'Other', 1, 'done');
  insert into videos (id, user_id, video_url, visibility) values
    (:private, :owner, 'https://example.org/1', 'private'), (:listed, :owner, 'https://example.org/2', 'private'),
    (:linked, :owner, 'https://example.org/3', 'private'), (:unlisted, :owner, 'https://example.org/4', 'unlisted'),
    (:public, :owner, 'https://example.org/5', 'public'), (:added, :editor, 'https://example.org/6', 'private'),
    (:left, :other, 'https://example.org/7', 'private'), (:viewers, :viewer, 'https://example.org/8', 'private'),
    (:leavers, :leaver, 'https://example.org/leavers', 'public');
  insert into videos (id, user_id, video_url, visibility, share_options)
    values (:veiled, :owner, 'https://example.org/veiled', 'public', '{"show_creator": false}');
  insert into videos (id, user_id, video_url, visibility, identify_state)
    values (:unidentified, :owner, 'https://example.org/unidentified', 'public', 'unidentified');
  insert into app.identify_tries (user_id, video_id, next_try_at) values (:owner, :unidentified, now());
  insert into video_places (user_id, video_id, place_id, name) values
    (:owner, :private, 'x:1', 'A'), (:owner, :listed, 'x:1', 'A'), (:owner, :linked, 'x:1', 'A'),
    (:owner, :public, 'x:1', 'A'), (:owner, :veiled, 'x:1', 'A');
  insert into user_places (user_id, place_id, note) values (:owner, 'x:1', 'mine');
  insert into corrections (id, user_id, restaurant_name) values (:correction, :owner, 'El Califa');
  insert into corrections (id, user_id, restaurant_name, to_place_id, creator, name, name_key)
    values (:taught, :owner, 'A', 'x:1', 'TikTok @ana', 'El Califa', 'elcalifa');
  insert into app.retired_ids (id, owner) values (gen_random_uuid(), :owner);
  insert into video_lists (id, user_id, name, visibility) values
    (:team, :owner, 'Team', 'private'), (:linked_list, :owner, 'Linked', 'unlisted'), (:open, :owner, 'Open', 'public'),
    (:list_of_owner, :owner, 'Mine', 'private'), (:list_of_other, :other, 'Mine', 'private'),
    (:list_of_viewer, :viewer, 'Mine', 'private'), (:list_of_editor, :editor, 'Mine', 'private'),
    (:list_of_leaver, :leaver, 'Mine', 'public');
  insert into video_lists (id, user_id, name, visibility, share_options)
    values (:veiled_list, :owner, 'Veiled', 'public', '{"show_creator": false}');
  insert into list_members (list_id, user_id, access) values (:team, :viewer, 'view'), (:team, :editor, 'edit'),
    (:team, :leaver, 'view');
  insert into list_videos (list_id, video_id, added_by) values
    (:team, :listed, :owner), (:team, :added, :editor), (:team, :left, :other), (:linked_list, :linked, :owner),
    (:veiled_list, :veiled, :owner), (:team, :leavers, :leaver), (:team, :unidentified, :owner);
  insert into list_invites (id, user_id, list_id, access, token_hash) values (:invite, :owner, :team, 'view', 'x');
  insert into signup_invitations (id, user_id, token_hash, max_accounts) values (:invitation, :owner, 'x', 1);
  insert into personal_tokens (user_id, name, token_hash, scopes, expires_at)
    values (:owner, 'x', 'x', '{capture}', now());
  insert into live_feeds (user_id) values (:owner);
  insert into imports (user_id, id, format, file_name, parts, unread) values (:owner, :import, 'links', 'x', '[]', '[]');
  insert into import_items (user_id, import_id, position, platform, video_url, canonical_url, parts, state)
    values (:owner, :import, 0, 'TikTok', 'x', 'x', '{0}', 'new');
  insert into import_entries (user_id, import_id, list_id, video_id, position)
    values (:owner, :import, :team, :listed, 0);
  insert into list_comments (id, user_id, list_id, body) values (:comment, :viewer, :team, 'Rico'),
    (:leavers_comment, :leaver, :team, 'Adiós');
  ${REPORT}; insert into user_pictures (user_id, webp) values (:owner, 'x');
  insert into app.paid_calls values (current_date, 'llm', 1, 0);
  insert into place_sources (source, title) values ('x', 'X');
  insert into place_areas (name, source, release, west, south, east, north) values ('x', 'overture', '1', 0, 0, 1, 1);
  insert into place_changes (area_id, place_id, kinds) select id, 1, '{new}' from place_areas;
  insert into places (source, source_id, name, lat, lng, digest) values ('x', '1', 'A', 0, 0, '');
  insert into place_names (key, place_id, short, lat, lng) select 'a', id, false, 0, 0 from places;
  insert into place_keys (key, joined, places, whole) values ('a', 'a', 1, true); insert into place_tokens (token, names) values ('a', 1);
`

/** How the matrix tests a table: a condition for each named row, and a statement for each attempt to insert. */
export interface TableUnderTest {
  readonly rows: Readonly<Record<string, string>>
  readonly inserts: Readonly<Record<string, string>>
  /** A column that everybody with the right to update may write. */
  readonly writes: string
}

const VIDEO_ROWS = [
  'private',
  'listed',
  'linked',
  'unlisted',
  'public',
  'added',
  'left',
  'veiled',
  'leavers',
  'unidentified',
] as const
const PEOPLE = ['owner', 'other', 'viewer', 'editor', 'leaver'] as const

function byId(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `id = :${name}`]))
}

function reference(column: string, insert: string): TableUnderTest {
  return { rows: { row: 'true' }, inserts: { new: insert }, writes: column }
}

export const TABLES: Readonly<Record<string, TableUnderTest>> = {
  users: {
    rows: Object.fromEntries(PEOPLE.map((name) => [`profile_${name}`, `id = :${name}`])),
    inserts: {
      as_self: `insert into users (id, email) select :me, email from (values
        (:owner::uuid, 'owner@example.org'), (:other, 'other@example.org'), (:viewer, 'viewer@example.org'),
        (:editor, 'editor@example.org'), (:leaver, 'leaver@example.org')) as p (id, email) where id = :me`,
      forged: `insert into users (id, email) values (:me, 'admin@example.org')`,
    },
    writes: 'display_name',
  },
  user_settings: {
    rows: { settings_owner: 'user_id = :owner' },
    inserts: {
      as_self: `insert into user_settings (user_id) values (:me)`,
      as_owner: `insert into user_settings (user_id) values (:owner)`,
    },
    writes: 'theme',
  },
  videos: {
    rows: byId(VIDEO_ROWS),
    inserts: {
      as_self: `insert into videos (user_id, video_url) values (:me, 'https://example.org/9')`,
      as_owner: `insert into videos (user_id, video_url) values (:owner, 'https://example.org/9')`,
    },
    writes: 'title',
  },
  video_places: {
    rows: Object.fromEntries(
      ['private', 'listed', 'linked', 'public', 'veiled'].map((name) => [
        `of_${name}`,
        `video_id = :${name}`,
      ]),
    ),
    inserts: {
      own: `insert into video_places (user_id, video_id, place_id, name) values (:me, :my_video, 'x:2', 'B')`,
      on_owners: `insert into video_places (user_id, video_id, place_id, name) values (:owner, :public, 'x:2', 'B')`,
    },
    writes: 'name',
  },
  user_places: {
    rows: { note_owner: 'user_id = :owner' },
    inserts: {
      as_self: `insert into user_places (user_id, place_id) values (:me, 'x:2')`,
      as_owner: `insert into user_places (user_id, place_id) values (:owner, 'x:2')`,
    },
    writes: 'note',
  },
  corrections: {
    rows: { correction_owner: 'id = :correction', taught: 'id = :taught' },
    inserts: {
      as_self: `insert into corrections (user_id, restaurant_name) values (:me, 'El Bajío')`,
      as_owner: `insert into corrections (user_id, restaurant_name) values (:owner, 'El Bajío')`,
      // Only the server writes lessons that apply to others.
      teaching: `insert into corrections (user_id, restaurant_name, to_place_id, creator, name, name_key, is_established)
        values (:me, 'B', 'x:2', 'TikTok @ana', 'El Bajío', 'elbajio', true)`,
    },
    writes: 'restaurant_name',
  },
  video_lists: {
    rows: {
      ...byId(['team', 'open']),
      linked: 'id = :linked_list',
      veiled: 'id = :veiled_list',
      leavers_list: 'id = :list_of_leaver',
      favorites: `user_id = :owner and kind = 'favorites'`,
    },
    inserts: {
      as_self: `insert into video_lists (user_id, name) values (:me, 'New')`,
      as_owner: `insert into video_lists (user_id, name) values (:owner, 'New')`,
      built_in: `insert into video_lists (user_id, name, kind) values (:me, 'New', 'visited')`,
    },
    writes: 'name',
  },
  list_videos: {
    rows: {
      in_team: 'list_id = :team and video_id = :listed',
      added_to_team: 'list_id = :team and video_id = :added',
      left_in_team: 'list_id = :team and video_id = :left',
      in_linked: 'list_id = :linked_list',
      in_veiled: 'list_id = :veiled_list',
      leavers_in_team: 'video_id = :leavers',
    },
    inserts: {
      own_to_team: `insert into list_videos (list_id, video_id) values (:team, :my_video)`,
      unidentified_to_own: `insert into list_videos (list_id, video_id) values (:my_list, :unidentified)`,
      // The video was readable for them only while it was in a list of theirs.
      owners_to_own: `insert into list_videos (list_id, video_id) values (:my_list, :private)`,
    },
    writes: 'position',
  },
  list_members: {
    rows: {
      viewer_in_team: 'user_id = :viewer',
      editor_in_team: 'user_id = :editor',
      leaver_in_team: 'user_id = :leaver',
    },
    inserts: { as_self: `insert into list_members (list_id, user_id, access) values (:team, :me, 'edit')` },
    writes: 'access',
  },
  list_invites: {
    rows: { invite_to_team: 'id = :invite' },
    inserts: {
      to_team: `insert into list_invites (user_id, list_id, access, token_hash) values (:owner, :team, 'edit', 'y')`,
    },
    writes: 'access',
  },
  signup_invitations: {
    rows: { invitation: 'id = :invitation' },
    inserts: {
      to_all: `insert into signup_invitations (user_id, token_hash, max_accounts) values (:owner, 'y', 1)`,
    },
    writes: 'revoked_at',
  },
  personal_tokens: {
    rows: { token: 'user_id = :owner' },
    inserts: {
      new: `insert into personal_tokens (user_id, name, token_hash, scopes, expires_at)
        values (:owner, 'y', 'y', '{capture}', now())`,
    },
    writes: 'name',
  },
  live_feeds: {
    rows: { feed: 'user_id = :owner' },
    inserts: { new: `insert into live_feeds (user_id, list_id) values (:owner, :team)` },
    writes: 'created_at',
  },
  imports: {
    rows: { import: 'user_id = :owner' },
    inserts: {
      new: `insert into imports (user_id, format, file_name, parts, unread) values (:owner, 'links', 'y', '[]', '[]')`,
    },
    writes: 'file_name',
  },
  import_items: {
    rows: { item: 'user_id = :owner' },
    inserts: {
      new: `insert into import_items (user_id, import_id, position, platform, video_url, canonical_url, parts, state)
        values (:owner, :import, 1, 'TikTok', 'y', 'y', '{0}', 'new')`,
    },
    writes: 'title',
  },
  import_entries: {
    rows: { entry: 'user_id = :owner' },
    inserts: {
      new: `insert into import_entries (user_id, import_id, list_id, video_id, position)
        values (:owner, :import, :team, :linked, 0)`,
    },
    writes: 'position',
  },
  list_comments: {
    rows: { of_viewer: 'id = :comment', of_leaver: 'id = :leavers_comment' },
    inserts: {
      to_team: `insert into list_comments (user_id, list_id, body) values (:viewer, :team, 'Más')`,
    },
    writes: 'body',
  },
  list_reports: { rows: { report: 'user_id = :owner' }, inserts: { new: REPORT }, writes: 'body' },
  user_pictures: {
    rows: { picture_owner: 'user_id = :owner' },
    inserts: { new: `insert into user_pictures (user_id, webp) values (:other, 'y')` },
    writes: 'webp',
  },
  analyses: {
    rows: { analysis: 'id = :analysis' },
    inserts: {
      new: `insert into analyses (canonical_url, platform, pipeline_version, state)
        values ('https://example.org/b', 'Other', 1, 'done')`,
    },
    writes: 'transcript',
  },
  'app.video_search': {
    rows: { words_of_private: 'video_id = :private' },
    inserts: {
      again: `insert into app.video_search (user_id, video_id, names, stems) values (:owner, :private, '', '')`,
    },
    writes: 'names',
  },
  'app.beside_search': {
    rows: { words_of_note: `noted_place_id = 'x:1' and user_id = :owner` },
    inserts: { again: `insert into app.beside_search values (:owner, 'x:1', null, null, '')` },
    writes: 'stems',
  },
  'app.identify_tries': {
    rows: { tries: 'video_id = :unidentified' },
    inserts: {
      again: `insert into app.identify_tries (user_id, video_id, next_try_at) values (:owner, :unidentified, now())`,
    },
    writes: 'tries',
  },
  'app.installation': {
    rows: { row: 'only_row' },
    inserts: { again: `insert into app.installation default values` },
    writes: 'first_account_at',
  },
  'app.retired_ids': {
    rows: { retired: 'owner = :owner' },
    inserts: { new: `insert into app.retired_ids (id, owner) values (gen_random_uuid(), :owner)` },
    writes: 'owner',
  },
  'app.paid_calls': {
    rows: { row: `service = 'llm'` },
    inserts: { new: `insert into app.paid_calls values (current_date, 'speech', 1, 0)` },
    writes: 'calls',
  },
  place_areas: reference(
    'name',
    `insert into place_areas (name, source, release, west, south, east, north) values ('y', 'overture', '1', 1, 1, 2, 2)`,
  ),
  place_changes: reference('is_told', `insert into place_changes select id, 2, '{new}' from place_areas`),
  place_sources: reference('title', `insert into place_sources (source, title) values ('y', 'Y')`),
  places: reference(
    'name',
    `insert into places (source, source_id, name, lat, lng, digest) values ('y', '1', 'B', 0, 0, '')`,
  ),
  place_names: reference('short', `insert into place_names select 'b', id, true, false, 0, 0 from places`),
  place_keys: reference(
    'places',
    `insert into place_keys (key, joined, places, whole) values ('b', 'b', 1, true)`,
  ),
  place_tokens: reference('names', `insert into place_tokens (token, names) values ('b', 1)`),
}

/** The SQL statement for a verb on one named row, or for one attempt to insert. */
export function statement(table: string, verb: Verb, name: string): string {
  const under = TABLES[table]
  if (verb === 'insert') return under?.inserts[name] ?? ''
  const where = `where ${under?.rows[name] ?? 'false'}`
  if (verb === 'select') return `select from ${table} ${where}`
  if (verb === 'delete') return `delete from ${table} ${where}`
  const column = under?.writes ?? ''
  return `update ${table} set ${column} = ${column} ${where}`
}
