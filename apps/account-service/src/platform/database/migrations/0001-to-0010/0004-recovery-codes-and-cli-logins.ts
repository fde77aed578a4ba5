import type { Migration } from '@parley/server'

/** Recovery codes, authentication times of sessions, CLI logins. */
export const recoveryCodesAndCliLogins: Migration = {
  name: '0004-second-factors',
  sql: `
  -- Keyed hashes: the key is not in the database.
  create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash text not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  );

  -- When its user proved who they are, and the second factor; null where somebody else made the session.
  alter table sessions
    add column authenticated_at timestamptz,
    add column second_factor_at timestamptz,
    add column agent text,
    add column impersonation_reason text;

  update sessions set authenticated_at = created_at where not is_impersonation;

  -- Only hashes of both codes are stored. The refresh token lies here sealed between approval and collection.
  create table cli_logins (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    polling_hash text not null unique,
    login_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ip text not null,
    user_agent text,
    session_id uuid references sessions on delete set null,
    sealed_refresh_token text,
    completed_at timestamptz,
    collected_at timestamptz
  );

  create index cli_logins_expiry on cli_logins (expires_at);

  create index cli_logins_session on cli_logins (session_id);
`,
}
