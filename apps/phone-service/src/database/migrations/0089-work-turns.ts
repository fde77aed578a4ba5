import type { Migration } from '@parley/server'

const statements = [
  'alter table model_providers add column configured_by uuid',
  `alter table transcription_tracks
    add column workspace_id uuid,
    add column unended_attempts integer not null default 0`,
  `update transcription_tracks set workspace_id = transcriptions.workspace_id
    from transcriptions where transcriptions.call_id = transcription_tracks.call_id`,
  'alter table transcription_tracks alter column workspace_id set not null',
  'alter table transcription_chunks add column unended_attempts integer not null default 0',
  'alter table call_analyses add column unended_attempts integer not null default 0',
  'drop index transcription_tracks_waiting',
  'drop index transcription_chunks_waiting',
  'drop index call_analyses_waiting',
  `create index transcription_tracks_waiting on transcription_tracks (workspace_id, due_at) where state = 'waiting'`,
  `create index transcription_chunks_waiting on transcription_chunks (workspace_id, due_at) where state = 'waiting'`,
  `create index call_analyses_waiting on call_analyses (workspace_id, due_at) where state = 'waiting'`,
]

/** Workspaces take turns, and work that ends its process is not taken again and again. */
export const workTurns: Migration = { name: '0089-work-turns', sql: statements.join(';\n') }
