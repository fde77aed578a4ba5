import type { Migration } from '@parley/server'

export const auditOmissions: Migration = {
  name: '0025-audit-omissions',
  sql: `
  -- Failures that exceeded the limit of audit entries of their source. One entry with the count is written at the end.
  create table audit_omissions (
    kind text not null check (kind in ('authentication', 'access')),
    project_id text not null,
    source text not null,
    omitted bigint not null,
    since timestamptz not null,
    ends_at timestamptz not null,
    primary key (kind, project_id, source)
  );

  create index audit_omissions_by_end on audit_omissions (ends_at);
`,
}
