import type { Migration } from '@parley/server'

const statements = [
  `alter table calls
    add column assigned_user_id uuid,
    add column assigned_user_name text,
    add column assigned_at timestamptz,
    add column assigned_by_name text,
    add column follow_up_done_at timestamptz,
    add column follow_up_done_by_name text`,
  `create index calls_by_assignee on calls (assigned_user_id, workspace_id, started_at desc, id desc)
    where assigned_user_id is not null`,
]

/** An ended call is assigned to a member for follow-up. */
export const callAssignments: Migration = { name: '0071-call-assignments', sql: statements.join(';\n') }
