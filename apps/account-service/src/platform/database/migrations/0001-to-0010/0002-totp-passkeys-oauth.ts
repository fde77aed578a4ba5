import type { Migration } from '@parley/server'

/** TOTP, passkeys, linked accounts, project settings and webhook events. */
export const totpPasskeysOauth: Migration = {
  name: '0002-wide-accounts',
  sql: `
  alter table projects add column settings json not null default '{}';

  -- The secret is sealed with a key that is not in the database. A step of time is accepted once.
  create table user_totp (
    user_id uuid primary key references users on delete cascade,
    sealed_secret text not null,
    last_step bigint not null default 0,
    created_at timestamptz not null
  );

  -- One for each user. The counter is what the authenticator told last.
  create table passkeys (
    user_id uuid primary key,
    project_id text not null,
    credential_id text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    device_type text not null,
    is_backed_up boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    constraint passkeys_credential unique (project_id, credential_id),
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create table oauth_connections (
    id uuid primary key,
    project_id text not null,
    user_id uuid not null,
    provider_id text not null,
    account_id text not null,
    email text,
    allow_sign_in boolean not null,
    allow_connected_accounts boolean not null,
    created_at timestamptz not null,
    constraint oauth_connections_account_once unique (user_id, provider_id, account_id),
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create unique index oauth_connections_sign_in on oauth_connections (project_id, provider_id, account_id)
    where allow_sign_in;

  create unique index oauth_connections_one_sign_in on oauth_connections (user_id, provider_id) where allow_sign_in;

  create index oauth_connections_project on oauth_connections (project_id, created_at, id);

  create table project_permission_grants (
    project_id text not null,
    user_id uuid not null,
    permission_id text not null,
    primary key (user_id, permission_id),
    foreign key (project_id, user_id) references users (project_id, id) on delete cascade
  );

  create index project_permission_grants_project on project_permission_grants (project_id, permission_id);

  -- How a member is called and looks within the team; null where as everywhere.
  alter table team_memberships add column display_name text, add column profile_image_url text;

  -- What happened, written in the transaction in which it did, so that it is told if and only if it happened.
  create table webhook_events (
    id text primary key,
    project_id text not null references projects on delete cascade,
    type text not null,
    data json not null,
    created_at timestamptz not null
  );

  create index webhook_events_project on webhook_events (project_id, created_at);

  drop view user_records;

  create view user_records as
    select users.*,
      greatest(users.signed_up_at, activity.last_active_at) as last_active_at,
      channel.value as primary_email,
      coalesce(channel.is_verified, false) as primary_email_verified,
      coalesce(channel.used_for_auth, false) as primary_email_auth_enabled,
      password.user_id is not null as has_password,
      totp.user_id is not null as has_totp,
      passkey.user_id is not null as has_passkey,
      (
        select coalesce(
          json_agg(
            json_build_object('id', provider_id, 'account_id', account_id, 'email', email)
            order by connection.created_at, connection.id
          ),
          '[]'
        )
        from oauth_connections connection
        where connection.user_id = users.id
      ) as oauth_providers,
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
    left join user_totp totp on totp.user_id = users.id
    left join passkeys passkey on passkey.user_id = users.id
    left join user_activity activity on activity.user_id = users.id
    left join teams team on team.id = users.selected_team_id;
`,
}
