import type { Migration } from '@parley/server'

const statements = [
  `alter table user_settings
    add column notifications text not null default 'on' check (notifications in ('on', 'off')),
    add column ringtone text not null default 'classic' check (ringtone in ('classic', 'chime', 'pulse')),
    add column ring_volume integer not null default 100 check (ring_volume between 0 and 100),
    add column theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
    add column missed_call_mails text not null default 'off' check (missed_call_mails in ('off', 'own', 'all'))`,
  "create index user_settings_mails on user_settings (user_id) where missed_call_mails <> 'off'",
  `create table missed_call_mails (
    workspace_id uuid not null,
    user_id uuid not null,
    call_id uuid not null,
    sent_at timestamptz,
    primary key (call_id, user_id)
  )`,
  'create index missed_call_mails_by_user on missed_call_mails (user_id, sent_at)',
  `create index calls_ended_unanswered on calls (ended_at)
    where direction = 'incoming' and phase = 'ended' and answered_at is null`,
]

/** Users choose how calls reach them, and how the phone looks. */
export const userPreferences: Migration = {
  name: '0028-user-preferences',
  sql: statements.join(';\n'),
}
