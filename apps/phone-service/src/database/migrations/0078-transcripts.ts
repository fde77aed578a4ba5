import type { Migration } from '@parley/server'

const statements = [
  `create table transcriptions (
    call_id uuid primary key references calls on delete cascade,
    workspace_id uuid not null,
    requested_by uuid,
    requested_at timestamptz not null
  )`,
  `create table transcription_tracks (
    recording_id uuid primary key references recordings on delete cascade,
    call_id uuid not null references transcriptions on delete cascade,
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    leased_by uuid,
    leased_until timestamptz,
    problem text
  )`,
  'create index transcription_tracks_by_call on transcription_tracks (call_id)',
  `create index transcription_tracks_waiting on transcription_tracks (due_at) where state = 'waiting'`,
  `create table transcription_chunks (
    id uuid primary key,
    recording_id uuid not null references transcription_tracks on delete cascade,
    call_id uuid not null references transcriptions on delete cascade,
    workspace_id uuid not null,
    spans jsonb not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    leased_by uuid,
    leased_until timestamptz,
    problem text
  )`,
  'create index transcription_chunks_by_call on transcription_chunks (call_id)',
  'create index transcription_chunks_by_recording on transcription_chunks (recording_id)',
  `create index transcription_chunks_waiting on transcription_chunks (due_at) where state = 'waiting'`,
  `create table transcript_lines (
    id uuid primary key,
    call_id uuid not null references transcriptions on delete cascade,
    workspace_id uuid not null,
    recording_id uuid not null references recordings on delete cascade,
    leg_id text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    text text not null,
    language text,
    words jsonb not null,
    edited_at timestamptz,
    edited_by_name text,
    search_text text not null
  )`,
  'create index transcript_lines_by_call on transcript_lines (call_id, starts_at, id)',
  'create index transcript_lines_by_recording on transcript_lines (recording_id)',
  'create index transcript_lines_by_time on transcript_lines (workspace_id, starts_at desc)',
  `create table transcript_edits (
    line_id uuid not null references transcript_lines on delete cascade,
    number integer not null,
    at timestamptz not null,
    user_id uuid not null,
    user_name text,
    previous_text text not null,
    primary key (line_id, number)
  )`,
  // The operators of trigrams may be in any schema.
  `select set_config('search_path', current_setting('search_path') || ',' || quote_ident(nspname), true)
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`,
  'create index transcript_lines_by_text on transcript_lines using gin (workspace_id, search_text gin_trgm_ops)',
]

/** The recordings of calls are transcribed in chunks. */
export const transcripts: Migration = { name: '0078-transcripts', sql: statements.join(';\n') }
