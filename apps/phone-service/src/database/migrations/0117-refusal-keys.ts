import type { Migration } from '@parley/server'

/** Rejected calls are found by their number. The indexes follow in another transaction: this one locks the table. */
export const refusalKeys: Migration = {
  name: '0117-refusal-keys',
  sql: 'alter table call_refusals add column number text, add column line text',
}
