import type { Migration } from '@parley/server'

const statements = [
  'alter table workspace_mails drop constraint workspace_mails_kind_check',
  `alter table workspace_mails add constraint workspace_mails_kind_check
    check (kind in ('missed-calls', 'call-summary'))`,
  `alter table workspace_mails add column call_ids uuid[] not null default '{}'`,
  'create index workspace_mails_by_call on workspace_mails using gin (call_ids)',
  `create table call_summary_mails (
    analysis_id uuid not null references call_analyses on delete cascade,
    user_id uuid not null,
    workspace_id uuid not null,
    sent_at timestamptz not null,
    primary key (analysis_id, user_id)
  )`,
  `create index call_analyses_complete on call_analyses (workspace_id, completed_at) where state = 'done'`,
  'create index call_summary_mails_by_user on call_summary_mails (user_id)',
]

/** Members get the summaries of calls by e-mail. */
export const callSummaryMails: Migration = { name: '0095-call-summary-mails', sql: statements.join(';\n') }
