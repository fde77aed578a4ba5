import type { Migration } from '@parley/server'

/** The language that an administrator chose; null for that of the server. */
export const workspaceLanguages: Migration = {
  name: '0048-workspace-languages',
  sql: `alter table calling_limits add column language text
    check (language in ('de-DE', 'en-US', 'es-419', 'es-ES', 'fr-CA'))`,
}
