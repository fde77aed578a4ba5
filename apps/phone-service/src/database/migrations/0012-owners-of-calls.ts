import type { Migration } from '@parley/server'

const statements = [
  "alter table calls add column owner_ids uuid[] not null default '{}'",
  `update calls set owner_ids = case
    when direction = 'incoming' and ring_user_id is null and user_id is null then array[workspace_id]
    else array(
      select distinct owner_id from (
        select user_id as owner_id
        union all select ring_user_id
        union all select (leg ->> 'userId')::uuid from jsonb_array_elements(state -> 'legs') as leg
      ) as owners where owner_id is not null
    )
  end`,
  'create index calls_by_owner on calls using gin (workspace_id, owner_ids)',
]

/** Members see their own calls, and administrators those of the workspace. */
export const ownersOfCalls: Migration = {
  name: '0012-owners-of-calls',
  sql: statements.join(';\n'),
}
