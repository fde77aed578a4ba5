import type { Migration } from '@parley/server'

const sql = `create table mail_rules (
  workspace_id uuid primary key,
  summaries text not null check (summaries in ('no-one', 'user', 'administrators', 'members')),
  summary_member_ids uuid[] not null,
  summaries_since timestamptz not null,
  missed_calls text not null check (missed_calls in ('off', 'own', 'all')),
  changed_at timestamptz not null
)`

/** An administrator chooses which members get which e-mails. */
export const mailRules: Migration = { name: '0096-mail-rules', sql }
