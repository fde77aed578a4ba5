import type { Migration } from '@parley/server'

const statements = [
  'alter table routing_configurations add column saved_by uuid',
  `alter table user_settings
    add column forwarding_when text check (forwarding_when in ('unanswered', 'always')),
    add column forwarding_number text,
    add check ((forwarding_when is null) = (forwarding_number is null))`,
  `create index calls_forwarded on calls ((state->'forwarding'->>'number'))
    where phase <> 'ended' and state->'forwarding' is not null`,
]

/** Incoming calls are forwarded to numbers. */
export const callForwarding: Migration = {
  name: '0031-call-forwarding',
  sql: statements.join(';\n'),
}
