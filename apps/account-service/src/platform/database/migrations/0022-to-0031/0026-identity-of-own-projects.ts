import type { Migration } from '@parley/server'

/**
 * Updates our own projects of existing installations to their current default settings. There, unverified
 * e-mails that were added for sign-in wait for their verification. A provider account that is being linked is
 * stored with the code that confirms it.
 */
export const identityOfOwnProjects: Migration = {
  name: '0026-identity-of-own-projects',
  sql: `
  update projects
  set settings = (settings::jsonb || '{
    "needs_recent_authentication": true,
    "ends_sessions_on_agent_change": true,
    "sign_in_methods_need_verified_address": true,
    "addresses_reserved_when_verified": true,
    "second_factor_needs_code": true,
    "provider_links_confirmed": true,
    "domains_match_port": true,
    "restricts_invitation_emails": true
  }')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');

  alter table contact_channels add column sign_in_requested boolean not null default false;

  update contact_channels
  set used_for_auth = false, sign_in_requested = true
  where project_id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94')
    and used_for_auth and not is_verified and not is_primary;

  alter table oauth_codes add column sealed_link text;
`,
}
