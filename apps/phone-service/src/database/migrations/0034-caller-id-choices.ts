import type { Migration } from '@parley/server'

const statements = [
  `create table caller_id_choices (
    workspace_id uuid not null,
    user_id uuid not null,
    contact_id uuid references contacts on delete cascade,
    country text,
    number text not null,
    chosen_at timestamptz not null,
    check (num_nonnulls(contact_id, country) = 1)
  )`,
  `create unique index caller_id_choices_by_subject
    on caller_id_choices (workspace_id, user_id, contact_id, country) nulls not distinct`,
  'create index caller_id_choices_by_user on caller_id_choices (user_id)',
  'create index caller_id_choices_by_contact on caller_id_choices (contact_id)',
]

/** The service remembers the caller IDs that users choose, which their browsers did before. */
export const callerIdChoices: Migration = {
  name: '0034-caller-id-choices',
  sql: statements.join(';\n'),
}
