import type { Migration } from '@parley/server'

/** Renames tables, columns, indexes and triggers after the terms of the glossary. */
export const tableNames: Migration = {
  name: '0022-table-names',
  sql: `
  alter view ways_in rename to sign_in_methods;
  alter view sign_in_methods rename column has_sign_in_address to has_sign_in_email;

  alter table oauth_journeys rename to oauth_authorization_requests;
  alter table oauth_authorization_requests rename column sealed_journey to sealed_parameters;
  alter table oauth_authorization_requests
    rename constraint oauth_journeys_pkey to oauth_authorization_requests_pkey;
  alter table oauth_authorization_requests
    rename constraint oauth_journeys_project_id_fkey to oauth_authorization_requests_project_id_fkey;
  alter table oauth_authorization_requests
    rename constraint oauth_journeys_user_id_fkey to oauth_authorization_requests_user_id_fkey;
  alter index oauth_journeys_expiry rename to oauth_authorization_requests_expiry;
  alter index oauth_journeys_user rename to oauth_authorization_requests_user;
  alter index oauth_journeys_project rename to oauth_authorization_requests_project;

  alter table refused_addresses rename to email_suppressions;
  alter table email_suppressions rename column address to email;
  alter table email_suppressions rename column refused_at to suppressed_at;
  alter table email_suppressions rename constraint refused_addresses_pkey to email_suppressions_pkey;
  alter table email_suppressions
    rename constraint refused_addresses_project_id_fkey to email_suppressions_project_id_fkey;

  alter table email_templates rename column last_good to last_successful_render;

  alter trigger keep_search_text on users rename to update_search_text;
  alter trigger keep_search_text on contact_channels rename to update_search_text;
  alter function keep_search_text_of_user() rename to update_user_search_text;
  alter function keep_search_text_of_channel() rename to update_channel_search_text;
`,
}
