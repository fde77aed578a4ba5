import type { Migration } from '@parley/server'

const statements = [
  'alter table announcements add column uploaded_by uuid',
  'create index announcements_by_uploader on announcements (uploaded_by)',
]

/** The user who has uploaded an announcement, for the quota of a user. Earlier ones count for their workspace only. */
export const uploaders: Migration = {
  name: '0045-uploaders',
  sql: statements.join(';\n'),
}
