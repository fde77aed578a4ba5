import type { Migration } from '@parley/server'

export const aiChat: Migration = {
  name: '0012-ai-chat',
  sql: `
  create table ai_messages (
    id bigint generated always as identity primary key,
    project_id text not null references projects on delete cascade,
    thread_id uuid not null,
    message json not null,
    created_at timestamptz not null
  );

  create index ai_messages_thread on ai_messages (project_id, thread_id, id);
`,
}
