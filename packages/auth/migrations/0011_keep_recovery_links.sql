-- Links to sign in with wait side by side, as sign-ups do: a stranger may ask for one, too, and must not void the link
-- that the owner of the account waits for.
drop index auth.one_time_tokens_user_id_token_type_key;
create unique index one_time_tokens_user_id_token_type_key
  on auth.one_time_tokens (user_id, token_type) where sign_up is null and token_type <> 'recovery';
