import type { Migration } from '@parley/server'

const statements = [
  `create table push_keys (
    is_only boolean primary key default true check (is_only),
    public_key text not null,
    private_key_encrypted text not null
  )`,
  `create table push_subscriptions (
    user_id uuid not null,
    device_id uuid not null,
    session_id text not null,
    workspace_ids uuid[] not null,
    endpoint_hash text not null,
    target_encrypted text not null,
    locale text not null,
    updated_at timestamptz not null,
    primary key (user_id, device_id)
  )`,
  'create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint_hash)',
  'create index push_subscriptions_by_session on push_subscriptions (session_id)',
  'create index push_subscriptions_by_workspace on push_subscriptions using gin (workspace_ids)',
]

/** Browsers without an open tab are notified of incoming calls by Web Push. */
export const pushSubscriptions: Migration = {
  name: '0027-push-subscriptions',
  sql: statements.join(';\n'),
}
