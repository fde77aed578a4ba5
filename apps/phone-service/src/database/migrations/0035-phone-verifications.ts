import type { Migration } from '@parley/server'

const statements = [
  `create table phone_verifications (
    id uuid primary key,
    workspace_id uuid not null,
    number text not null,
    country text,
    label text not null,
    state text not null check (state in ('pending', 'verified', 'failed')),
    code_hash bytea,
    tries integer not null,
    calls integer not null,
    called_at timestamptz not null,
    expires_at timestamptz not null,
    call_id uuid not null,
    started_by uuid not null,
    started_by_name text,
    created_at timestamptz not null,
    verified_at timestamptz
  )`,
  'create unique index phone_verifications_by_number on phone_verifications (workspace_id, number)',
  `create table phone_verification_calls (
    number text not null,
    called_at timestamptz not null
  )`,
  'create index phone_verification_calls_by_number on phone_verification_calls (number, called_at)',
  'create index phone_verification_calls_by_time on phone_verification_calls (called_at)',
]

/** Workspaces verify numbers by a call, so that their members can call from them. */
export const phoneVerifications: Migration = {
  name: '0035-phone-verifications',
  sql: statements.join(';\n'),
}
