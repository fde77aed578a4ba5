import type { Migration } from '@parley/server'

const statements = [
  `create table model_providers (
    workspace_id uuid not null,
    purpose text not null check (purpose in ('transcription', 'analysis')),
    base_url text not null,
    api_key_encrypted text,
    api_key_last_four text,
    model text not null,
    language text,
    automatic_since timestamptz,
    changed_at timestamptz not null,
    primary key (workspace_id, purpose)
  )`,
  `create index calls_with_recordings on calls (workspace_id, ended_at)
    where has_recording and ended_at is not null`,
]

/** A workspace chooses who transcribes and analyses its calls. */
export const modelProviders: Migration = { name: '0077-model-providers', sql: statements.join(';\n') }
