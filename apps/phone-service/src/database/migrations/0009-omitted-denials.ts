import type { Migration } from '@parley/server'

const statements = [
  `create table omitted_denials (
    source text primary key,
    omitted bigint not null,
    since timestamptz not null,
    ends_at timestamptz not null
  )`,
  'create index omitted_denials_by_end on omitted_denials (ends_at)',
]

/**
 * Denials beyond the limit of audit entries of their source. One entry with the count is written at the end.
 */
export const omittedDenials: Migration = { name: '0009-omitted-denials', sql: statements.join(';\n') }
