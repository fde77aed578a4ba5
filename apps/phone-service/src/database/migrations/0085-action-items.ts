import type { Migration } from '@parley/server'

const statements = [
  `create table action_items (
    id uuid primary key,
    analysis_id uuid not null references call_analyses on delete cascade,
    call_id uuid not null,
    workspace_id uuid not null,
    number integer not null,
    text text not null,
    owner_user_id uuid,
    owner_name text,
    due_on text,
    sources jsonb not null,
    done_at timestamptz,
    done_by_name text,
    edited_at timestamptz,
    edited_by_name text
  )`,
  'create index action_items_by_analysis on action_items (analysis_id, number)',
  'create index action_items_by_owner on action_items (owner_user_id) where owner_user_id is not null',
]

/** The action items that analyses have found in calls. */
export const actionItems: Migration = { name: '0085-action-items', sql: statements.join(';\n') }
