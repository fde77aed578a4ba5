import type { Migration } from '@parley/server'

/**
 * Counters maintained by triggers, so that no large table is counted; triggers also cover cascades. Each
 * count has sixteen shards, selected by connection, so that concurrent sign-ups do not wait for each other.
 */
export const counters: Migration = {
  name: '0010-counters',
  sql: `
  create table counters (
    project_id text not null,
    name text not null,
    shard integer not null,
    count bigint not null,
    primary key (project_id, name, shard)
  );

  alter table user_activity add column project_id text;

  update user_activity set project_id = users.project_id from users where users.id = user_activity.user_id;

  alter table user_activity alter column project_id set not null;

  create index user_activity_recent on user_activity (project_id, last_active_at desc);

  create function count_by(project text, what text, difference bigint) returns void
  language sql set search_path from current as $$
    insert into counters values (project, what, pg_backend_pid() % 16, difference)
    on conflict (project_id, name, shard) do update set count = counters.count + excluded.count
  $$;

  create function day_of(moment timestamptz) returns text
  language sql immutable as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD') $$;

  create function count_added_users() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(project_id, 'users', count(*)) from added group by project_id;
    perform count_by(project_id, 'signed-up ' || day_of(signed_up_at), count(*))
      from added group by project_id, day_of(signed_up_at);
    perform count_by(project_id, 'method otp', count(*)) from added where otp_auth_enabled group by project_id;
    return null;
  end $$;

  create trigger count_added after insert on users
    referencing new table as added for each statement execute function count_added_users();

  create function count_changed_user() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(new.project_id, 'method otp', case when new.otp_auth_enabled then 1 else -1 end);
    return null;
  end $$;

  create trigger count_changed after update of otp_auth_enabled on users
    for each row when (old.otp_auth_enabled is distinct from new.otp_auth_enabled)
    execute function count_changed_user();

  -- What a user signs in with is counted here while it is there: rows that go by cascade find no user any more.
  create function count_removed_user() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(old.project_id, 'users', -1);
    if old.otp_auth_enabled then perform count_by(old.project_id, 'method otp', -1); end if;
    perform count_by(old.project_id, 'method password', -1) from user_passwords where user_id = old.id;
    perform count_by(old.project_id, 'method passkey', -1) from passkeys where user_id = old.id;
    perform count_by(old.project_id, 'method ' || provider_id, -1)
      from (
        select provider_id from oauth_connections where user_id = old.id and allow_sign_in order by provider_id
      ) connections;
    return old;
  end $$;

  create trigger count_removed before delete on users for each row execute function count_removed_user();

  create function count_password() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(users.project_id, 'method password', case when tg_op = 'INSERT' then 1 else -1 end)
      from users where id = case when tg_op = 'INSERT' then new.user_id else old.user_id end;
    return null;
  end $$;

  create trigger count_password after insert or delete on user_passwords
    for each row execute function count_password();

  create function count_passkey() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(users.project_id, 'method passkey', case when tg_op = 'INSERT' then 1 else -1 end)
      from users where id = case when tg_op = 'INSERT' then new.user_id else old.user_id end;
    return null;
  end $$;

  create trigger count_passkey after insert or delete on passkeys for each row execute function count_passkey();

  create function count_connection() returns trigger
  language plpgsql set search_path from current as $$
  declare
    difference integer := (case when tg_op <> 'DELETE' and new.allow_sign_in then 1 else 0 end)
      - (case when tg_op <> 'INSERT' and old.allow_sign_in then 1 else 0 end);
  begin
    if difference <> 0 then
      perform count_by(users.project_id, 'method ' || coalesce(new.provider_id, old.provider_id), difference)
        from users where id = coalesce(new.user_id, old.user_id);
    end if;
    return null;
  end $$;

  create trigger count_connection after insert or update or delete on oauth_connections
    for each row execute function count_connection();

  create function count_active_day() returns trigger
  language plpgsql set search_path from current as $$
  begin
    perform count_by(new.project_id, 'active ' || day_of(new.last_active_at), 1);
    return null;
  end $$;

  create trigger count_first_activity after insert on user_activity
    for each row execute function count_active_day();

  create trigger count_activity_of_day after update of last_active_at on user_activity
    for each row when (day_of(old.last_active_at) < day_of(new.last_active_at)) execute function count_active_day();

  insert into counters select project_id, 'users', 0, count(*) from users group by project_id;

  insert into counters
    select project_id, 'signed-up ' || day_of(signed_up_at), 0, count(*) from users group by 1, 2;

  insert into counters
    select project_id, 'active ' || day_of(last_active_at), 0, count(*) from user_activity group by 1, 2;

  insert into counters
    select project_id, 'method otp', 0, count(*) from users where otp_auth_enabled group by project_id;

  insert into counters
    select project_id, 'method password', 0, count(*)
    from user_passwords join users on users.id = user_id group by project_id;

  insert into counters select project_id, 'method passkey', 0, count(*) from passkeys group by project_id;

  insert into counters
    select project_id, 'method ' || provider_id, 0, count(*) from oauth_connections where allow_sign_in group by 1, 2;
`,
}
