import type { Migration } from '@parley/server'

const statements = [
  'create extension if not exists pg_trgm schema public',
  'create extension if not exists btree_gin schema public',
  // An extension that was already installed may be in another schema.
  `select set_config('search_path', current_setting('search_path') || ',' || string_agg(distinct quote_ident(nspname), ','), true)
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname in ('pg_trgm', 'btree_gin')`,

  `create table nodes (
    id uuid primary key,
    started_at timestamptz not null,
    heartbeat_at timestamptz not null
  )`,

  `create table carrier_numbers (
    number text primary key,
    workspace_id uuid not null,
    user_id uuid not null,
    created_at timestamptz not null,
    unique (workspace_id, user_id)
  )`,

  `create table calling_limits (
    workspace_id uuid primary key,
    home_country text not null,
    allowed_countries text[] not null,
    calls_per_minute integer not null check (calls_per_minute > 0),
    concurrent_calls integer not null check (concurrent_calls > 0),
    recent_starts timestamptz[] not null default '{}',
    open_lines uuid[] not null default '{}'
  )`,

  `create table call_refusals (
    id bigint generated always as identity primary key,
    workspace_id uuid not null,
    user_id uuid,
    at timestamptz not null,
    dialled text not null,
    code text not null,
    cap integer
  )`,
  'create index call_refusals_by_workspace on call_refusals (workspace_id, id desc)',

  `create table trunks (
    id uuid primary key,
    workspace_id uuid not null,
    name text not null,
    host text not null,
    port integer not null check (port between 1 and 65535),
    transport text not null check (transport in ('udp', 'tcp', 'tls')),
    username text,
    password_encrypted text,
    password_last_four text,
    registration text not null check (registration in ('register', 'none')),
    outbound_proxy text,
    media_encryption text not null check (media_encryption in ('off', 'sdes')),
    created_at timestamptz not null
  )`,
  'create index trunks_by_workspace on trunks (workspace_id, created_at)',

  `create table trunk_numbers (
    workspace_id uuid not null,
    number text not null,
    trunk_id uuid not null references trunks on delete cascade,
    position integer not null,
    primary key (workspace_id, number)
  )`,
  'create index trunk_numbers_by_trunk on trunk_numbers (trunk_id, position)',

  `create table calls (
    id uuid primary key,
    workspace_id uuid not null,
    node_id uuid not null,
    direction text not null check (direction in ('outgoing', 'incoming')),
    number text,
    caller_name text,
    own_number text,
    country text,
    rings_user_id uuid,
    user_id uuid,
    user_name text,
    phase text not null check (phase in ('dialing', 'ringing', 'early', 'talking', 'on-hold', 'ended')),
    state jsonb not null,
    started_at timestamptz not null,
    answered_at timestamptz,
    ended_at timestamptz,
    end_reason text,
    has_recording boolean not null default false,
    notes text not null default '',
    numbers text[] not null,
    search_text text not null default '',
    check ((phase = 'ended') = (ended_at is not null))
  )`,
  'create index calls_by_start on calls (workspace_id, started_at desc, id desc)',
  `create index calls_missed on calls (workspace_id, started_at desc, id desc)
    where direction = 'incoming' and phase = 'ended' and answered_at is null`,
  'create index calls_recorded on calls (workspace_id, started_at desc, id desc) where has_recording',
  'create index calls_by_number on calls using gin (workspace_id, numbers)',
  'create index calls_by_text on calls using gin (workspace_id, search_text gin_trgm_ops)',
  "create index calls_going_on on calls (node_id) where phase <> 'ended'",

  `create table missed_calls_seen (
    workspace_id uuid not null,
    user_id uuid not null,
    seen_at timestamptz not null,
    primary key (workspace_id, user_id)
  )`,

  `create table recordings (
    id uuid primary key,
    call_id uuid not null references calls on delete cascade,
    workspace_id uuid not null,
    leg_id text not null,
    node_id uuid not null,
    location text not null unique,
    started_at timestamptz not null,
    duration_ms integer not null,
    size_bytes bigint not null,
    state text not null check (state in ('writing', 'finished', 'recovered', 'lost'))
  )`,
  'create index recordings_by_call on recordings (call_id, started_at)',
  "create index recordings_being_written on recordings (node_id) where state = 'writing'",

  `create table contacts (
    id uuid primary key,
    workspace_id uuid not null,
    owner_user_id uuid not null,
    visibility text not null check (visibility in ('shared', 'private')),
    name text not null,
    company text not null,
    role text not null,
    phones jsonb not null,
    emails jsonb not null,
    tags text[] not null,
    notes text not null,
    search_text text not null,
    sort_key text not null,
    version integer not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index contacts_by_name on contacts (workspace_id, sort_key, id)',
  'create index contacts_by_text on contacts using gin (workspace_id, search_text gin_trgm_ops)',

  `create table contact_numbers (
    workspace_id uuid not null,
    scope text not null,
    number text not null,
    contact_id uuid not null references contacts on delete cascade,
    primary key (workspace_id, scope, number)
  )`,
  'create index contact_numbers_by_contact on contact_numbers (contact_id)',
]

/** Nodes, numbers, limits, trunks, calls, recordings and contacts. */
export const initialSchema: Migration = { name: '0001-phone', sql: statements.join(';\n') }
