import type { Migration } from '@parley/server'

const statements = [
  `create table voicemails (
    call_id uuid primary key references calls (id) on delete cascade,
    workspace_id uuid not null,
    user_id uuid,
    created_at timestamptz not null,
    dealt_with_at timestamptz,
    dealt_with_by_name text
  )`,
  'create index voicemails_by_owner on voicemails (workspace_id, user_id, created_at desc, call_id desc)',
  `create index voicemails_new on voicemails (workspace_id, user_id, created_at desc, call_id desc)
    where dealt_with_at is null`,
  "alter table user_settings add column voicemail text not null default 'on' check (voicemail in ('on', 'off'))",
]

/** Voicemail answers calls that no user answers, and stores messages of callers. */
export const voicemails: Migration = {
  name: '0032-voicemails',
  sql: statements.join(';\n'),
}
