import type { Migration } from '@parley/server'

const statements = [
  `create table sip_dialogs (
    leg_id text primary key,
    call_id uuid not null references calls on delete cascade,
    node_id uuid not null,
    trunk_id text not null,
    dialog jsonb not null,
    lost_at timestamptz
  )`,
  'create index sip_dialogs_by_call on sip_dialogs (call_id)',
  'create index sip_dialogs_lost on sip_dialogs (node_id) where lost_at is not null',
]

/** The dialogs of active telephone legs, so that another process can end their calls after a crash. */
export const sipDialogs: Migration = { name: '0004-sip-dialogs', sql: statements.join(';\n') }
