import type { Migration } from '@parley/server'

/** In the text of a jsonb value, quotation marks within strings are escaped, so only names of fields match. */
const rename = (table: string) =>
  `update ${table} set state = replace(state::text, '"sipAnswer":', '"sipResponse":')::jsonb
    where state::text like '%"sipAnswer":%'`

const statements = [rename('calls'), rename('trunk_leases')]

/** Names the final SIP response of calls, legs and registrations as SIP does. */
export const sipResponses: Migration = { name: '0090-sip-responses', sql: statements.join(';\n') }
