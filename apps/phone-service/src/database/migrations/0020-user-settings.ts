import type { Migration } from '@parley/server'

const statements = [
  `create table user_settings (
    user_id uuid primary key,
    presence text not null default 'shown' check (presence in ('shown', 'hidden'))
  )`,
  "create index user_settings_hidden on user_settings (user_id) where presence = 'hidden'",
]

/** Users have settings, which apply in all their workspaces. */
export const userSettings: Migration = {
  name: '0020-user-settings',
  sql: statements.join(';\n'),
}
