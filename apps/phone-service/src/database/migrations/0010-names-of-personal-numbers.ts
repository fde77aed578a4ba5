import type { Migration } from '@parley/server'

const statements = [
  'alter table personal_numbers add column user_name text',
  // Members who do not open the phone soon are known by the name of their last call.
  `update personal_numbers set user_name = (
    select calls.user_name from calls
    where calls.workspace_id = personal_numbers.workspace_id and calls.user_id = personal_numbers.user_id
      and calls.user_name is not null
    order by calls.started_at desc limit 1
  )`,
]

/** Calls between members show names. */
export const namesOfPersonalNumbers: Migration = {
  name: '0010-names-of-personal-numbers',
  sql: statements.join(';\n'),
}
