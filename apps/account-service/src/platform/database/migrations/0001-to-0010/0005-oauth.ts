import type { Migration } from '@parley/server'

/** Sign-in with OAuth providers: pending authorization requests, authorization codes and provider tokens. */
export const oauthTables: Migration = {
  name: '0005-oauth',
  sql: `
  -- Somebody on their way to a provider. The state is known by its hash; verifier, nonce and the rest lie sealed.
  create table oauth_journeys (
    state_hash text primary key,
    project_id text not null references projects on delete cascade,
    -- Whose account is linked; null where somebody signs in.
    user_id uuid references users on delete cascade,
    provider_id text not null,
    sealed_journey text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );

  create index oauth_journeys_expiry on oauth_journeys (expires_at);

  create index oauth_journeys_user on oauth_journeys (user_id);

  create index oauth_journeys_project on oauth_journeys (project_id);

  -- Authorization codes, known by their hash. Kept after use for a while, because a second use ends the session.
  create table oauth_codes (
    code_hash text primary key,
    project_id text not null,
    user_id uuid not null,
    provider_id text not null,
    redirect_uri text not null,
    code_challenge text not null,
    after_callback_redirect_url text,
    is_new_user boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    used_again_at timestamptz,
    session_id uuid,
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create index oauth_codes_expiry on oauth_codes (expires_at);

  create index oauth_codes_user on oauth_codes (project_id, user_id);

  -- What a provider gave for an account. Sealed with a key that is not in the database.
  create table oauth_provider_tokens (
    id uuid primary key,
    connection_id uuid not null references oauth_connections on delete cascade,
    kind text not null check (kind in ('access', 'refresh')),
    sealed_token text not null,
    scopes text[] not null,
    -- Null where the provider did not say.
    expires_at timestamptz,
    -- False once the provider has refused it.
    is_valid boolean not null,
    -- A refresh token is used by one at a time: some providers take a second use for a theft.
    claimed_until timestamptz,
    created_at timestamptz not null
  );

  create index oauth_provider_tokens_connection on oauth_provider_tokens (connection_id, kind);

  -- How a user can sign in, beside accounts at providers.
  create view ways_in as
    select users.project_id,
      users.id as user_id,
      users.otp_auth_enabled as has_otp,
      exists (select from user_passwords where user_id = users.id) as has_password,
      exists (select from passkeys where user_id = users.id) as has_passkey,
      exists (select from contact_channels where user_id = users.id and used_for_auth) as has_sign_in_address
    from users;
`,
}
