import type { Migration } from '@parley/server'

/**
 * Counter changes are inserted without locking: concurrent sign-ups would otherwise wait for one row until
 * the first commits. Changes are added to the counters later.
 */
export const counterChanges: Migration = {
  name: '0015-counter-changes',
  sql: `
  create table counter_changes (
    project_id text not null,
    name text not null,
    difference bigint not null
  );

  create index counter_changes_project on counter_changes (project_id);

  create or replace function count_by(project text, what text, difference bigint) returns void
  language sql set search_path from current as $$
    insert into counter_changes values (project, what, difference)
  $$;

  insert into counter_changes select project_id, name, sum(count) from counters group by project_id, name;

  delete from counters;

  alter table counters drop column shard, add primary key (project_id, name);

  create view counts as
    select project_id, name, count from counters
    union all
    select project_id, name, difference from counter_changes;
`,
}
