import type { ColumnType, Generated } from 'kysely'

/**
 * The application's tables as Kysely sees them; the SQL in `db/migrations` is the truth. bigint is read as
 * number and date as `YYYY-MM-DD` (see database.ts); JSON is written as text.
 */
export interface Schema {
  users: UsersTable
  user_settings: UserSettingsTable
  videos: VideosTable
  video_places: VideoPlacesTable
  user_places: UserPlacesTable
  video_lists: VideoListsTable
  list_videos: ListVideosTable
  list_members: ListMembersTable
  list_invites: ListInvitesTable
  list_comments: ListCommentsTable
  signup_invitations: SignupInvitationsTable
  user_pictures: UserPicturesTable
  analyses: AnalysesTable
  corrections: CorrectionsTable
}

export type Platform = 'YouTube' | 'TikTok' | 'Instagram' | 'Facebook' | 'Other'
export type Visibility = 'private' | 'unlisted' | 'public'
export type ListKind = 'custom' | 'favorites' | 'want_to_try' | 'visited'
export type ListAccess = 'view' | 'edit'
export type EnrichState = 'none' | 'pending' | 'running' | 'done' | 'failed'
export type AnalysisState = 'running' | 'done' | 'failed'
export type AnalysisDecision = 'accepted' | 'needs_confirmation' | 'weak_data' | 'oembed_required'

export interface ShareOptions {
  readonly allow_comments?: boolean
  readonly allow_collaborators?: boolean
  readonly show_creator?: boolean
}

/** Set by the database on insert, never written by us. */
type Made = ColumnType<Date, never, never>
/** When the row came to be: written only on insert, if at all. */
type Created = ColumnType<Date, Date | string | undefined, never>
/** A moment that can be written as ISO text as well. */
type NullableMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** JSON with a default in the database. */
type JsonWithDefault = ColumnType<unknown, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** What the database fills in from the user's settings when it is not given. */
type Share = ColumnType<ShareOptions, string | undefined, string>

export interface UsersTable {
  id: string
  email: string | null
  display_name: string | null
  avatar_url: string | null
  is_admin: Generated<boolean>
  is_subscribed: Generated<boolean>
  trial_ends_at: NullableMoment
  extraction_count: Generated<number>
  created_at: Created
  updated_at: Made
}

export interface UserSettingsTable {
  user_id: Generated<string>
  theme: Generated<'system' | 'light' | 'dark' | 'contrast'>
  density: Generated<'comfortable' | 'compact'>
  layout: Generated<'grid' | 'list' | 'map'>
  reduce_motion: Generated<boolean>
  default_sort: Generated<'distance' | 'rating' | 'recent' | 'popular'>
  radius_km: Generated<number>
  platforms: Generated<string[]>
  cuisines: Generated<string[]>
  dietary_filters: Generated<string[]>
  language: Generated<'en' | 'es'>
  map_style: Generated<'standard' | 'satellite'>
  directions_pref: Generated<'google' | 'apple' | 'waze' | 'uber'>
  default_visibility: Generated<Visibility>
  share_options: Share
  created_at: Created
  updated_at: Made
}

export interface VideosTable {
  id: Generated<string>
  user_id: Generated<string>
  created_at: Created
  updated_at: Made
  platform: Generated<Platform>
  video_url: string
  canonical_url: Generated<string>
  thumbnail_url: string | null
  provider_thumbnail_url: string | null
  places_photo_url: string | null
  photo_attribution_html: string | null
  title: string | null
  creator_name: string | null
  description: string | null
  views: Generated<number>
  likes: Generated<number>
  popularity: ColumnType<number, never, never>
  embed_html: string | null
  restaurant_name: string | null
  restaurant_address: string | null
  restaurant_location: string | null
  restaurant_cuisine: string | null
  restaurant_rating: number | null
  user_ratings_total: number | null
  restaurant_price_range: '$' | '$$' | '$$$' | '$$$$' | null
  restaurant_phone: string | null
  restaurant_website: string | null
  diet_tags: Generated<string[]>
  google_maps_url: string | null
  open_now: boolean | null
  opening_hours_weekday_text: NullableJson
  opening_hours: string | null
  time_zone: string | null
  reviews: JsonWithDefault
  extracted_dish_name: string | null
  extracted_ingredients: JsonWithDefault
  extracted_estimated_price: number | null
  extracted_price_currency: string | null
  distance_km: number | null
  distance_label: string | null
  visibility: Generated<Visibility>
  share_options: Share
  enrich_place_id: string | null
  enrich_place_name: string | null
  enrich_place_address: string | null
  enrich_place_lat: number | null
  enrich_place_lng: number | null
  enrich_confidence: number | null
  enrich_suggestions: JsonWithDefault
  evidence_queries_used: JsonWithDefault
  evidence_city_hint: string | null
  enrich_state: Generated<EnrichState>
  enrich_progress: Generated<number>
  decision: 'accepted' | 'confirmed' | 'corrected' | 'weak_data' | null
  analysis_id: string | null
  is_diagnostic: Generated<boolean>
}

export interface VideoPlacesTable {
  user_id: Generated<string>
  video_id: string
  place_id: string
  position: Generated<number>
  name: string
  address: string | null
  location: string | null
  lat: number | null
  lng: number | null
  cuisine: Generated<string[]>
  confidence: number | null
  evidence: JsonWithDefault
  created_at: Created
}

export interface UserPlacesTable {
  user_id: Generated<string>
  place_id: string
  place_name: string | null
  want: Generated<boolean>
  visited_on: Generated<string[]>
  own_rating: number | null
  note: string | null
  dish: string | null
  created_at: Created
  updated_at: Made
}

export interface VideoListsTable {
  id: Generated<string>
  user_id: Generated<string>
  name: string
  description: string | null
  kind: Generated<ListKind>
  visibility: Generated<Visibility>
  share_options: Share
  position: Generated<number>
  created_at: Created
  updated_at: Made
}

export interface ListVideosTable {
  list_id: string
  video_id: string
  user_id: ColumnType<string, never, never>
  added_by: Generated<string>
  position: Generated<number>
  created_at: Created
}

export interface ListMembersTable {
  list_id: string
  user_id: Generated<string>
  access: ListAccess
  created_at: Created
}

export interface ListInvitesTable {
  id: Generated<string>
  user_id: Generated<string>
  list_id: string
  access: ListAccess
  token_hash: Buffer
  expires_at: ColumnType<Date, Date | string | undefined, Date | string>
  created_at: Created
}

export interface SignupInvitationsTable {
  id: Generated<string>
  user_id: string
  token_hash: Buffer
  kind: Generated<'account' | 'list'>
  accounts: Generated<number>
  max_accounts: number
  revoked_at: ColumnType<Date | null, Date | string | undefined, Date | string>
  expires_at: ColumnType<Date, Date | string | undefined, Date | string>
  created_at: Created
}

export interface ListCommentsTable {
  id: Generated<string>
  user_id: Generated<string>
  list_id: string
  body: string
  created_at: Created
}

export interface UserPicturesTable {
  user_id: string
  webp: Buffer
  updated_at: Made
}

export interface AnalysesTable {
  id: Generated<string>
  canonical_url: string
  platform: Platform
  pipeline_version: number
  state: AnalysisState
  lease: string | null
  lease_until: NullableMoment
  attempts: Generated<number>
  for_guest: Generated<boolean>
  rereads: Generated<number>
  reread_since: NullableMoment
  oembed: NullableJson
  evidence: JsonWithDefault
  transcript: string | null
  mentions: JsonWithDefault
  candidates: JsonWithDefault
  decision: AnalysisDecision | null
  result: NullableJson
  place_id: string | null
  confidence: number | null
  address_used: Generated<boolean>
  confidence_without_address: number | null
  queries_used: JsonWithDefault
  steps: JsonWithDefault
  error_code: string | null
  error_detail: string | null
  started_at: ColumnType<Date, Date | string | undefined, Date | string>
  finished_at: NullableMoment
  created_at: Created
  updated_at: Made
}

export interface CorrectionsTable {
  id: Generated<string>
  user_id: Generated<string>
  video_id: string | null
  canonical_url: string | null
  platform: string | null
  creator_name: string | null
  from_place_id: string | null
  to_place_id: string | null
  restaurant_name: string
  restaurant_location: string | null
  creator: string | null
  name: string | null
  name_key: string | null
  located_by: Generated<string[]>
  network: string | null
  is_established: Generated<boolean>
  created_at: ColumnType<Date, Date | string | undefined, Date>
}
