import type { Migration } from '@parley/server'

const statements = [
  `create table api_key_scopes (
    key_id uuid primary key,
    workspace_id uuid not null,
    scopes text[] not null,
    limit_group text not null
  )`,
  'create index api_key_scopes_by_workspace on api_key_scopes (workspace_id)',
]

/** An administrator chooses what an API key of the workspace may do. */
export const apiKeyScopes: Migration = { name: '0107-api-key-scopes', sql: statements.join(';\n') }
