import { managedProjects } from '@parley/contract/account'
import { z } from 'zod'

const permissionIds = z.array(z.string())

export type ProviderId = (typeof managedProjects.providerIds)[number]

const configuredProvider = z.object({
  id: z.enum(managedProjects.providerIds),
  type: z.enum(['shared', 'standard']),
  client_id: z.string().optional(),
  /** Encrypted for the purpose `providerSecretPurpose`. */
  sealed_client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
})

export type ConfiguredProvider = z.infer<typeof configuredProvider>

export const providerSecretPurpose = 'client secret of a provider'

const emailConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shared') }),
  z.object({
    type: z.literal('standard'),
    host: z.string(),
    port: z.number(),
    username: z.string(),
    /** Encrypted for the purpose `emailPasswordPurpose`. */
    sealed_password: z.string(),
    sender_name: z.string(),
    sender_email: z.string(),
  }),
])

export type EmailConfig = z.infer<typeof emailConfig>

export const emailPasswordPurpose = 'password of an e-mail server'

/** The light theme. */
const defaultThemeId = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac'

const logoUrl = z.string().nullable().default(null)

/** The URLs of the logos, by their names in the API. */
const logos = z.object({
  logo_url: logoUrl,
  logo_full_url: logoUrl,
  logo_dark_mode_url: logoUrl,
  logo_full_dark_mode_url: logoUrl,
})

export type Logos = z.infer<typeof logos>

/** Project configuration, stored as one JSON document. Missing fields take their defaults. */
export const projectConfig = z.object({
  allow_localhost: z.boolean().default(true),
  sign_up_enabled: z.boolean().default(true),
  credential_enabled: z.boolean().default(true),
  magic_link_enabled: z.boolean().default(false),
  passkey_enabled: z.boolean().default(false),
  client_team_creation_enabled: z.boolean().default(false),
  client_user_deletion_enabled: z.boolean().default(false),
  allow_user_api_keys: z.boolean().default(false),
  allow_team_api_keys: z.boolean().default(false),
  create_team_on_sign_up: z.boolean().default(false),
  oauth_providers: z.array(configuredProvider).default([]),
  oauth_account_merge_strategy: z
    .enum(['link_method', 'raise_error', 'allow_duplicates'])
    .default('link_method'),
  email_config: emailConfig.default({ type: 'shared' }),
  email_theme: z.string().default(defaultThemeId),
  /** Allowed callback URLs: an origin and a path prefix. */
  domains: z
    .array(
      z.object({
        /** The key of the domain in the configuration tree, if it was added there. */
        id: z.string().optional(),
        domain: z.string(),
        handler_path: z.string(),
      }),
    )
    .default([]),
  team_creator_default_permissions: permissionIds.default(['team_admin']),
  team_member_default_permissions: permissionIds.default(['team_member']),
  user_default_permissions: permissionIds.default([]),
  logos: logos.prefault({}),
  onboarding_status: managedProjects.onboardingStatus.default('completed'),
})

export type ProjectConfig = z.infer<typeof projectConfig>

/** An OpenID Connect provider configured by the project owner. */
const oidcIssuer = z.object({
  /** Id used in URLs and connections; distinct from the ids of built-in providers. */
  id: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Encrypted for the purpose `providerSecretPurpose`. */
  sealed_client_secret: z.string(),
})

export type OidcIssuer = z.infer<typeof oidcIssuer>

/**
 * Project settings that the SDK does not know. They are off by default, because an application built on the
 * SDK would break; the seed enables some for the phone's project.
 */
export const projectSettings = z.object({
  anonymous_sign_up_enabled: z.boolean().default(false),
  /** `invited`: only a person with a pending team invitation can sign up. */
  sign_up_mode: z.enum(['open', 'invited']).default('open'),
  /** The sign-up page asks for the display name. */
  sign_up_asks_name: z.boolean().default(false),
  /** Minimum length of a password that a user chooses: 8 to 15. */
  password_minimum: z.number().int().min(8).max(15).default(8),
  /**
   * Passwords of one repeated character or of white space only, and the user's e-mail address, are rejected.
   */
  rejects_simple_passwords: z.boolean().default(false),
  /**
   * Requests for a sign-in code return the same response for every e-mail; only the e-mail reveals whether an
   * account exists.
   */
  hides_known_addresses: z.boolean().default(false),
  /** A request for a sign-in code does not enable sign-in with codes for a user who has disabled it. */
  code_sign_in_stays_disabled: z.boolean().default(false),
  /** An invitation can be accepted only by the verified owner of the invited e-mail. */
  invitations_bound_to_address: z.boolean().default(false),
  /** A team's API key is revoked when the member who created it leaves. */
  team_keys_bound_to_membership: z.boolean().default(false),
  /**
   * Impersonation requires a reason, is visible to the user, cannot change credentials and ends within an
   * hour.
   */
  restricts_impersonation: z.boolean().default(false),
  /** Changes of sign-in methods require an authentication within the last ten minutes. */
  needs_recent_authentication: z.boolean().default(false),
  /** The second factor is required for every sign-in method, not only where the SDK expects it. */
  second_factor_on_every_way_in: z.boolean().default(false),
  /** A passkey signs in only if the authenticator verified the user (WebAuthn user verification). */
  passkeys_verify_user: z.boolean().default(false),
  /**
   * A magic link works only in the browser that requested it; elsewhere its six-character code is required.
   */
  links_bound_to_browser: z.boolean().default(false),
  /** A session ends when its refresh token is used by a different kind of browser. */
  ends_sessions_on_agent_change: z.boolean().default(false),
  /** Sign-in methods can be added once the addresses with which the user signed up are verified. */
  sign_in_methods_need_verified_address: z.boolean().default(false),
  /** An added e-mail signs in, and is reserved, once it is verified. */
  addresses_reserved_when_verified: z.boolean().default(false),
  /** A second factor is set with one correct code of it. */
  second_factor_needs_code: z.boolean().default(false),
  verification_needs_session: z.boolean().default(false),
  /** A provider account is linked by the client and in the session that started the authorization request. */
  provider_links_confirmed: z.boolean().default(false),
  /** A trusted domain without a port trusts the default port only. */
  domains_match_port: z.boolean().default(false),
  /** The link of an e-mail that a client requests leads to the hosted page of its purpose. */
  email_links_open_hosted_pages: z.boolean().default(false),
  /**
   * Limits who sends invitations, their number and the names in their e-mails, and ends them with the
   * membership.
   */
  restricts_invitation_emails: z.boolean().default(false),
  /** E-mails name the project in at most 50 characters, without URLs and addresses. */
  plain_names_in_emails: z.boolean().default(false),
  /** The personal team of a user without a name is not named after the complete e-mail address. */
  hides_address_in_team_names: z.boolean().default(false),
  /** E-mails about missed calls can be sent. Without effect outside of our own projects. */
  sends_missed_call_emails: z.boolean().default(false),
  /** Invitation e-mails call a team a workspace. */
  names_teams_workspaces: z.boolean().default(false),
  /** A user who signs up with an invited e-mail gets no personal team. */
  invited_users_get_no_team: z.boolean().default(false),
  /** Team permissions that members who have them grant to other members and revoke. */
  member_managed_permissions: permissionIds.default([]),
  /**
   * Clients cannot omit their key. Off in new projects; projects from before this setting keep requiring it.
   */
  requires_publishable_client_key: z.boolean().default(true),
  /** Limits of what users store; null for none. */
  max_teams_per_user: z.int().nullable().default(null),
  max_members_per_team: z.int().nullable().default(null),
  max_contact_channels_per_user: z.int().nullable().default(null),
  max_api_keys_per_owner: z.int().nullable().default(null),
  max_projects_per_owner: z.int().nullable().default(null),
  max_changes_per_minute: z.int().nullable().default(null),
  max_metadata_values: z.int().nullable().default(null),
  max_metadata_bytes: z.int().default(128 * 1_024),
  oidc_issuers: z.array(oidcIssuer).default([]),
  /**
   * The trusted origin that the last start added; null if an administrator had already added it. Internal:
   * not part of the API.
   */
  seeded_origin: z.string().nullable().optional(),
})

export type ProjectSettings = z.infer<typeof projectSettings>

/** A tenant with its own users, teams and keys. */
export interface Project {
  /** A UUID, or `internal`. */
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly isProductionMode: boolean
  readonly createdAt: Date
  readonly config: ProjectConfig
  readonly settings: ProjectSettings
}
