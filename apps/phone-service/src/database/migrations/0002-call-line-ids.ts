import type { Migration } from '@parley/server'

const statements = [
  "alter table calls add column line_ids uuid[] not null default '{}'",
  `update calls
    set line_ids = case direction when 'outgoing' then array[id] else '{}' end || array(
      select (leg ->> 'lineId')::uuid from jsonb_array_elements(state -> 'legs') leg
      where leg ->> 'lineId' is not null and leg ->> 'lineId' <> id::text
    )
    where phase <> 'ended'`,
]

/** The call slots that a call has reserved, so that they are released with the call after a crash. */
export const callLineIds: Migration = { name: '0002-lines-of-calls', sql: statements.join(';\n') }
