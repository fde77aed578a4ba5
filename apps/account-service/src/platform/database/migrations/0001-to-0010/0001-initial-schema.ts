import type { Migration } from '@parley/server'

/** Projects, keys, users, sign-in methods, sessions, codes, teams, permissions and the audit log. */
export const initialSchema: Migration = {
  name: '0001-first-rooms',
  sql: `
  create table projects (
    id text primary key,
    display_name text not null,
    description text not null default '',
    is_production_mode boolean not null default false,
    config json not null,
    created_at timestamptz not null
  );

  -- Only hashes of keys are stored. The last four characters are kept to tell keys apart on a screen.
  create table project_key_sets (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    description text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    publishable_hash text unique,
    publishable_last_four text,
    secret_hash text unique,
    secret_last_four text,
    admin_hash text unique,
    admin_last_four text
  );

  create index project_key_sets_project on project_key_sets (project_id, created_at);

  -- Private halves are sealed with a key that is not in the database.
  create table signing_keys (
    id text primary key,
    project_id text not null references projects on delete cascade,
    public_jwk json not null,
    sealed_private_jwk text not null,
    created_at timestamptz not null
  );

  create index signing_keys_project on signing_keys (project_id, created_at);

  create table users (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    display_name text,
    profile_image_url text,
    client_metadata json,
    client_read_only_metadata json,
    server_metadata json,
    is_anonymous boolean not null default false,
    otp_auth_enabled boolean not null default false,
    selected_team_id uuid,
    signed_up_at timestamptz not null,
    unique (project_id, id)
  );

  create index users_by_sign_up on users (project_id, signed_up_at, id);

  create table user_passwords (
    user_id uuid primary key references users on delete cascade,
    hash text not null,
    changed_at timestamptz not null
  );

  create table contact_channels (
    id uuid primary key,
    project_id text not null,
    user_id uuid not null,
    type text not null check (type = 'email'),
    value text not null,
    is_primary boolean not null,
    is_verified boolean not null,
    used_for_auth boolean not null,
    created_at timestamptz not null,
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
    unique (user_id, type, value)
  );

  create unique index contact_channels_sign_in on contact_channels (project_id, type, value) where used_for_auth;

  create unique index contact_channels_primary on contact_channels (user_id, type) where is_primary;

  create table sessions (
    id uuid primary key,
    project_id text not null,
    user_id uuid not null,
    refresh_token_hash text not null unique,
    is_impersonation boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz not null,
    last_used_ip text,
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create index sessions_user on sessions (user_id, created_at);

  create index sessions_expiry on sessions (expires_at);

  -- When somebody last got an access token. It outlives their sessions.
  create table user_activity (
    user_id uuid primary key references users on delete cascade,
    last_active_at timestamptz not null
  );

  -- Only hashes of codes are stored: of the whole, and of the last 39 characters, by which attempts are counted.
  create table verification_codes (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    type text not null,
    code_hash text not null unique,
    nonce_hash text not null,
    subject text not null,
    data json not null,
    callback_url text,
    attempts integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    cancelled_at timestamptz
  );

  create index verification_codes_expiry on verification_codes (expires_at);

  create index verification_codes_nonce on verification_codes (project_id, nonce_hash);

  create index verification_codes_subject on verification_codes (project_id, type, subject);

  create table teams (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    display_name text not null,
    profile_image_url text,
    client_metadata json,
    client_read_only_metadata json,
    server_metadata json,
    created_at timestamptz not null,
    unique (project_id, id)
  );

  create index teams_project on teams (project_id, created_at, id);

  -- The project stands in it so that nobody can be a member across projects.
  create table team_memberships (
    project_id text not null,
    team_id uuid not null,
    user_id uuid not null,
    created_at timestamptz not null,
    primary key (team_id, user_id),
    foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
    constraint team_memberships_user_exists
      foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create index team_memberships_user on team_memberships (user_id);

  -- Whoever leaves a team no longer has it selected.
  alter table users add constraint users_selected_membership
    foreign key (selected_team_id, id) references team_memberships (team_id, user_id)
    on delete set null (selected_team_id);

  create table permission_definitions (
    project_id text not null references projects on delete cascade,
    id text not null,
    scope text not null check (scope in ('team', 'project')),
    description text,
    contained_permission_ids text[] not null,
    primary key (project_id, id)
  );

  create table team_permission_grants (
    project_id text not null,
    team_id uuid not null,
    user_id uuid not null,
    permission_id text not null,
    primary key (team_id, user_id, permission_id),
    foreign key (team_id, user_id) references team_memberships (team_id, user_id) on delete cascade
  );

  create index team_permission_grants_project on team_permission_grants (project_id, team_id);

  -- A user with what other tables know of them, so that one query answers who somebody is.
  create view user_records as
    select users.*,
      greatest(users.signed_up_at, activity.last_active_at) as last_active_at,
      channel.value as primary_email,
      coalesce(channel.is_verified, false) as primary_email_verified,
      coalesce(channel.used_for_auth, false) as primary_email_auth_enabled,
      password.user_id is not null as has_password,
      team.display_name as team_display_name,
      team.profile_image_url as team_profile_image_url,
      team.client_metadata as team_client_metadata,
      team.client_read_only_metadata as team_client_read_only_metadata,
      team.server_metadata as team_server_metadata,
      team.created_at as team_created_at
    from users
    left join contact_channels channel
      on channel.user_id = users.id and channel.type = 'email' and channel.is_primary
    left join user_passwords password on password.user_id = users.id
    left join user_activity activity on activity.user_id = users.id
    left join teams team on team.id = users.selected_team_id;

  create table set_up_links (
    only_one boolean primary key default true check (only_one),
    token_hash text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  );

  -- Who, what, when, where. Entries outlive those they speak of, so nothing is referenced.
  create table audit_entries (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    project_id text,
    actor_type text not null,
    actor_id text,
    action text not null,
    outcome text not null check (outcome in ('success', 'failure', 'denied')),
    subject_type text,
    subject_id text,
    ip text,
    user_agent text,
    request_id text,
    details json not null
  );

  create index audit_entries_project on audit_entries (project_id, at);
`,
}
