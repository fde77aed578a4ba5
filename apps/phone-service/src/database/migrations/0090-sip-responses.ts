import type { Migration } from '@parley/server'

/** In the text of a jsonb value, quotation marks within strings are escaped, so only names of fields match. */
const rename = (table: string, column: string) =>
  `update ${table} set ${column} = replace(${column}::text, '"sipAnswer":', '"sipResponse":')::jsonb
    where ${column}::text like '%"sipAnswer":%'`

const statements = [rename('calls', 'state'), rename('call_events', 'data'), rename('trunk_leases', 'state')]

/** Names the final SIP response of calls, legs and registrations as SIP does. */
export const sipResponses: Migration = { name: '0090-sip-responses', sql: statements.join(';\n') }
