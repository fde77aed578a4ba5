import type { Migration } from '@parley/server'

/**
 * 0029 counted a sign-up twice that another node committed while it ran. One statement sees a user if and
 * only if it sees the change that counts the user, so this correction is exact while other nodes run.
 */
export const signUpCorrections: Migration = {
  name: '0041-sign-up-corrections',
  sql: `
  insert into counter_changes (project_id, name, difference)
    select project_id, name, sum(difference)
    from (
      select project_id, name, -count as difference from counts where name like 'signed-up %'
      union all
      select project_id, 'signed-up ' || day_of(signed_up_at), count(*) from users group by 1, 2
    ) differences
    group by project_id, name
    having sum(difference) <> 0;
`,
}
