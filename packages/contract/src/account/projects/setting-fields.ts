import { z } from 'zod'
import { customPermissionId } from '../permissions/grants.ts'

/** The settings, with their descriptions in the API documentation. */
export const settingFields = {
  anonymous_sign_up_enabled: z.boolean().describe('Applications can create anonymous users.'),
  sign_up_mode: z
    .enum(['open', 'invited'])
    .describe(
      'Who can sign up: everyone, or only the recipients of pending team invitations. Users whom a back end creates are not restricted.',
    ),
  sign_up_asks_name: z.boolean().describe('The sign-up page asks for the display name.'),
  password_minimum: z
    .number()
    .int()
    .min(8)
    .max(15)
    .describe('Minimum length of a new password, in characters.'),
  rejects_simple_passwords: z
    .boolean()
    .describe(
      'A password that a user chooses must not be one repeated character, white space only, the e-mail address of the user or the part before its @.',
    ),
  hides_known_addresses: z
    .boolean()
    .describe(
      'Requests for a sign-in code get the same response for every e-mail address. Users who cannot sign in with a code are informed by e-mail, or get no e-mail.',
    ),
  code_sign_in_stays_disabled: z
    .boolean()
    .describe(
      'A user who has disabled sign-in with codes gets no codes until the user enables it. Otherwise, a request for a code enables it.',
    ),
  invitations_bound_to_address: z
    .boolean()
    .describe(
      'Only a user who has verified the invited e-mail address can accept an invitation. Without the code from its e-mail, the user must have verified the address while signed in, or have used a code that was sent to it.',
    ),
  team_keys_bound_to_membership: z
    .boolean()
    .describe('A team API key is revoked when the member who created it leaves the team or is deleted.'),
  restricts_impersonation: z
    .boolean()
    .describe(
      'Impersonation requires a reason, is visible to the user, who can end it, cannot change sign-in methods and ends within one hour.',
    ),
  needs_recent_authentication: z
    .boolean()
    .describe(
      'Clients must have authenticated the user within the last 10 minutes to set a first password, change e-mail addresses, turn sign-in with codes on or off, add or remove a passkey, set or remove a second factor, link, change or unlink a provider account, create recovery codes or API keys, or delete a team or the user.',
    ),
  second_factor_on_every_way_in: z
    .boolean()
    .describe(
      'The second factor is also required for sessions created by a back end, for impersonation, and for approving a command-line login.',
    ),
  passkeys_verify_user: z
    .boolean()
    .describe('Registering and using a passkey requires user verification by the authenticator.'),
  links_bound_to_browser: z
    .boolean()
    .describe(
      'A magic link contains only 6 characters of its code and signs in only together with the nonce that was returned to the requesting browser.',
    ),
  ends_sessions_on_agent_change: z
    .boolean()
    .describe(
      'A session ends when its refresh token is used by another kind of browser than the one that signed in.',
    ),
  sign_in_methods_need_verified_address: z
    .boolean()
    .describe(
      'Clients must have verified the e-mail addresses with which their user signed up before they add an address for sign-in, a passkey, a second factor, a provider or an API key. A password reset of an address that was never verified removes the profile of the user.',
    ),
  addresses_reserved_when_verified: z
    .boolean()
    .describe(
      'An e-mail address that a client adds is used for sign-in once it is verified. Until then, the response is the same whether or not another user signs in with it.',
    ),
  verification_needs_session: z
    .boolean()
    .describe(
      'A link in a verification e-mail verifies the address only while its user is signed in. Otherwise a person who opens the link verifies the address for a stranger who signed up with it.',
    ),
  second_factor_needs_code: z
    .boolean()
    .describe('Clients that set a second factor must send one correct code of it in totp_code.'),
  provider_links_confirmed: z
    .boolean()
    .describe(
      'A provider account is linked when the client that started the authorization request exchanges its code, while the session that started it is active.',
    ),
  domains_match_port: z
    .boolean()
    .describe(
      'A trusted domain without a port trusts the default port of its protocol only. Loopback domains trust any port, over HTTP and HTTPS only.',
    ),
  email_links_open_hosted_pages: z
    .boolean()
    .describe(
      'The callback URL of a sign-in code, a password reset, an e-mail verification or a team invitation must be the page of our SDK for it, below /handler of a trusted domain, with no other query parameter than after_auth_return_to.',
    ),
  restricts_invitation_emails: z
    .boolean()
    .describe(
      'A user with a verified primary e-mail address can send 20 invitations a day. They name the team in at most 50 characters without URLs, and end with the membership of the user.',
    ),
  plain_names_in_emails: z
    .boolean()
    .describe(
      'E-mails name the project in at most 50 characters, without words that look like a URL or an address.',
    ),
  sends_missed_call_emails: z
    .boolean()
    .describe(
      'Back ends of our own applications can send the built-in e-mails about missed calls, also through the e-mail server of the installation. Without effect in other projects.',
    ),
  names_teams_workspaces: z.boolean().describe('The built-in invitation e-mails call a team a workspace.'),
  invited_users_get_no_team: z
    .boolean()
    .describe(
      'A user who signs up with a verified e-mail address that has a pending team invitation gets no personal team.',
    ),
  hides_address_in_team_names: z
    .boolean()
    .describe(
      'The personal team of a user who signs up without a name is named after the words before the @ of the e-mail address, instead of the complete address.',
    ),
  member_managed_permissions: z
    .array(customPermissionId)
    .max(20)
    .describe(
      'Team permissions that clients can grant to team members and revoke. Their user needs the permission, or $delete_team. The last member who has one of them keeps it and cannot leave before the other members.',
    ),
  requires_publishable_client_key: z
    .boolean()
    .describe(
      'Clients must send a publishable client key. Otherwise, clients since 2.8.77 can omit it; a key that is sent must be valid.',
    ),
}
