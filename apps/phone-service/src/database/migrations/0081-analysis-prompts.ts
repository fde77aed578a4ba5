import type { Migration } from '@parley/server'

const statements = [
  `create table analysis_prompt_drafts (
    workspace_id uuid primary key,
    text text not null,
    output_fields jsonb not null,
    revision integer not null,
    edited_at timestamptz not null,
    edited_by_user_id uuid not null,
    edited_by_name text
  )`,
  `create table analysis_prompt_versions (
    workspace_id uuid not null,
    number integer not null,
    text text not null,
    output_fields jsonb not null,
    note text not null,
    author_user_id uuid not null,
    author_name text,
    created_at timestamptz not null,
    primary key (workspace_id, number)
  )`,
]

/** Workspaces have a prompt that analyses their calls. */
export const analysisPrompts: Migration = { name: '0081-analysis-prompts', sql: statements.join(';\n') }
