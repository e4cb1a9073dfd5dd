-- A link confirms what its own sign-up asked for, so password, data and PKCE flow are kept with the token
-- and not with the account. Several sign-ups with one address wait side by side.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_user_id_token_type_key,
  drop column pkce,
  add column sign_up jsonb,
  add column device_hash bytea,
  add column flow_id uuid references auth.flow_states (id) on delete set null;

create unique index one_time_tokens_user_id_token_type_key
  on auth.one_time_tokens (user_id, token_type) where sign_up is null;
create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, token_type, created_at desc);
create index one_time_tokens_flow_id_idx on auth.one_time_tokens (flow_id);

-- What strangers wrote into accounts whose address nobody has proven.
update auth.users set encrypted_password = null, raw_user_meta_data = '{}'
where email_confirmed_at is null and phone_confirmed_at is null and not is_anonymous
  and (email is not null or phone is not null);
