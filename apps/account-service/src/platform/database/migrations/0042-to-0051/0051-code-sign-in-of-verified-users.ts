import type { Migration } from '@parley/server'

/** Users of the phone with a verified e-mail could always sign in with codes, also if it was stored as disabled. */
export const codeSignInOfVerifiedUsers: Migration = {
  name: '0051-code-sign-in-of-verified-users',
  sql: `
  update users
  set otp_auth_enabled = true
  where project_id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94'
    and not otp_auth_enabled and not otp_auth_disabled_by_user
    and exists (
      select from contact_channels as channel
      where channel.project_id = users.project_id and channel.user_id = users.id
        and channel.is_verified and channel.used_for_auth
    );
`,
}
