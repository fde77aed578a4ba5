import type { Migration } from '@parley/server'

/**
 * Records that a user has disabled sign-in with codes. Nothing is known about users who disabled it before:
 * requests for codes enable it for them once more.
 */
export const disabledCodeSignIn: Migration = {
  name: '0035-disabled-code-sign-in',
  sql: `
  alter table users add column otp_auth_disabled_by_user boolean not null default false;

  update projects
  set settings = (settings::jsonb || '{"code_sign_in_stays_disabled": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}
