-- Settings are saved as they are changed. Postgres reads a table's checks anew for every statement that writes it, and
-- thirteen of them took it a third of the time of a save; a domain's check it reads once per connection. Lists keep
-- theirs: clients know a domain over text, but not one over a list.

create domain app.theme as text check (value in ('system', 'light', 'dark', 'contrast'));
create domain app.density as text check (value in ('comfortable', 'compact'));
create domain app.layout as text check (value in ('grid', 'list', 'map'));
create domain app.video_order as text check (value in ('distance', 'rating', 'recent', 'popular'));
create domain app.radius_km as double precision check (value between 1 and 100);
create domain app.language as text check (value in ('en', 'es'));
create domain app.map_style as text check (value in ('standard', 'satellite'));
create domain app.directions_app as text check (value in ('google', 'apple', 'waze', 'uber'));
create domain app.visibility as text check (value in ('private', 'unlisted', 'public'));
create domain app.share_options as jsonb check (app.is_share_options(value));

alter table user_settings
  drop constraint user_settings_theme_check, alter theme type app.theme,
  drop constraint user_settings_density_check, alter density type app.density,
  drop constraint user_settings_layout_check, alter layout type app.layout,
  drop constraint user_settings_default_sort_check, alter default_sort type app.video_order,
  drop constraint user_settings_radius_km_check, alter radius_km type app.radius_km,
  drop constraint user_settings_language_check, alter language type app.language,
  drop constraint user_settings_map_style_check, alter map_style type app.map_style,
  drop constraint user_settings_directions_pref_check, alter directions_pref type app.directions_app,
  drop constraint user_settings_default_visibility_check, alter default_visibility type app.visibility,
  drop constraint user_settings_share_options_check, alter share_options type app.share_options;
