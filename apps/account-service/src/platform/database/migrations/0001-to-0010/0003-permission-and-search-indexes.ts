import type { Migration } from '@parley/server'

/** Indexes for user search and for permissions by holder. */
export const permissionAndSearchIndexes: Migration = {
  name: '0003-permissions',
  sql: `
  create index team_permission_grants_user on team_permission_grants (user_id);

  create index team_permission_grants_permission on team_permission_grants (project_id, permission_id);

  -- By whom or what a code is for alone, so that the codes of who is deleted are found too.
  drop index verification_codes_subject;

  create index verification_codes_subject on verification_codes (subject, type);

  -- Folded as in the program that searches: Unicode in one form, and lower case in every script, whatever the locale of
  -- the database is.
  create function folded(text) returns text
  language sql immutable parallel safe as $$ select lower(normalize($1, NFKC) collate "und-x-icu") $$;

  -- Every three characters in a row, for who searches for little; and every five, which few share, for who says more.
  create function grams_of(text) returns text[]
  language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct substr($1, place, size)), '{}')
    from unnest(array[3, 5]) as size, generate_series(1, length($1) - size + 1) as place
  $$;

  -- The name and every address of a user, one on each line, folded. Triggers keep it, because addresses come and go on
  -- many ways.
  alter table users add column search_text text not null default '';

  create function search_text_of(owner uuid, name text) returns text
  language sql set search_path from current as $$
    select coalesce(folded(concat_ws(E'\\n', name, string_agg(value, E'\\n' order by created_at, id))), '')
    from contact_channels where user_id = owner
  $$;

  update users set search_text = search_text_of(id, display_name);

  create index users_search on users using gin (grams_of(search_text));

  create function keep_search_text_of_user() returns trigger
  language plpgsql set search_path from current as $$
  begin
    new.search_text := search_text_of(new.id, new.display_name);
    return new;
  end $$;

  create trigger keep_search_text before insert or update of display_name on users
    for each row execute function keep_search_text_of_user();

  create function keep_search_text_of_channel() returns trigger
  language plpgsql set search_path from current as $$
  declare
    owner uuid := coalesce(new.user_id, old.user_id);
  begin
    -- Locked first: the next statement then sees what a change at the same moment has committed.
    perform from users where id = owner for no key update;
    update users set search_text = search_text_of(id, display_name) where id = owner;
    return null;
  end $$;

  create trigger keep_search_text after insert or delete or update of value on contact_channels
    for each row execute function keep_search_text_of_channel();
`,
}
