import type { Migration } from '@parley/server'

const statements = [
  `create table recording_announcements (
    id uuid primary key,
    call_id uuid not null references calls on delete cascade,
    workspace_id uuid not null,
    leg_id text not null,
    announcement_id uuid,
    language text,
    sha256 text,
    started_at timestamptz not null,
    ended_at timestamptz,
    outcome text check (outcome in ('played', 'interrupted', 'failed')),
    check ((ended_at is null) = (outcome is null))
  )`,
  'create index recording_announcements_by_call on recording_announcements (call_id)',
  'create index recording_announcements_by_time on recording_announcements (workspace_id, started_at desc, id desc)',
]

/** It is stored which participant has heard which announcement that a call is recorded. */
export const announcementLedger: Migration = { name: '0099-announcement-ledger', sql: statements.join(';\n') }
