import type { Migration } from '@parley/server'

/** Whether a trunk may transfer calls by REFER. */
export const transfersByTrunks: Migration = {
  name: '0022-transfers-by-trunks',
  sql: 'alter table trunks add column allows_refer boolean not null default false',
}
