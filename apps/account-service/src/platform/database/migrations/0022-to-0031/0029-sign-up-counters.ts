import type { Migration } from '@parley/server'

/**
 * The sign-ups of a day no longer include users who were deleted, so that they agree with the number of
 * users. Our own projects no longer name personal teams after complete e-mail addresses.
 */
export const signUpCounters: Migration = {
  name: '0029-sign-up-counters',
  sql: `
  create or replace function count_removed_user() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(old.project_id, 'users', -1);
    perform count_by(old.project_id, 'signed-up ' || day_of(old.signed_up_at), -1);
    if old.otp_auth_enabled then perform count_by(old.project_id, 'method otp', -1); end if;
    perform count_by(old.project_id, 'method password', -1) from user_passwords where user_id = old.id;
    perform count_by(old.project_id, 'method passkey', -1) from passkeys where user_id = old.id;
    perform count_by(old.project_id, 'method ' || provider_id, -1)
      from (
        select provider_id from oauth_connections where user_id = old.id and allow_sign_in order by provider_id
      ) connections;
    return old;
  end $$;

  delete from counters where name like 'signed-up %';
  delete from counter_changes where name like 'signed-up %';

  insert into counters (project_id, name, count)
    select project_id, 'signed-up ' || day_of(signed_up_at), count(*) from users group by 1, 2;

  update projects
  set settings = (settings::jsonb || '{"hides_address_in_team_names": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}
