import { ownProjects } from '@parley/contract/account'
import { z } from 'zod'

const permissionIds = z.array(z.string())

export type ProviderId = (typeof ownProjects.providerIds)[number]

const configuredProvider = z.object({
  id: z.enum(ownProjects.providerIds),
  type: z.enum(['shared', 'standard']),
  client_id: z.string().optional(),
  /** Sealed for the purpose `providerSecretPurpose`. */
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
    /** Sealed for the purpose `emailPasswordPurpose`. */
    sealed_password: z.string(),
    sender_name: z.string(),
    sender_email: z.string(),
  }),
])

export type EmailConfig = z.infer<typeof emailConfig>

export const emailPasswordPurpose = 'password of an e-mail server'

/** The theme that mail has until an owner chooses: the light one. */
const defaultThemeId = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac'

/** What the owner of a project decides. Stored as one document; what a document lacks is as the defaults say. */
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
  /** Where callbacks may lead: an origin, and a path that theirs must lie under. */
  domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })).default([]),
  team_creator_default_permissions: permissionIds.default(['team_admin']),
  team_member_default_permissions: permissionIds.default(['team_member']),
  user_default_permissions: permissionIds.default([]),
})

export type ProjectConfig = z.infer<typeof projectConfig>

/** A provider of OpenID Connect that an owner names. */
const oidcIssuer = z.object({
  /** What stands in paths and connections; none of those known by name. */
  id: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Sealed for the purpose `providerSecretPurpose`. */
  sealed_client_secret: z.string(),
})

export type OidcIssuer = z.infer<typeof oidcIssuer>

/**
 * What an owner decides that the SDK knows nothing of. Off by default, because an application built on the SDK would notice;
 * which are on for the phone's own project, its seed says.
 */
export const projectSettings = z.object({
  anonymous_sign_up_enabled: z.boolean().default(false),
  /** Fewest characters of a password that somebody chooses: 8 to 15. */
  password_minimum: z.number().int().min(8).max(15).default(8),
  /** Who asks for a sign-in code by mail is answered alike for every address; the mail alone tells. */
  hides_known_addresses: z.boolean().default(false),
  /** An invitation is accepted only by whom the invited address belongs to, verified. */
  invitations_bound_to_address: z.boolean().default(false),
  /** A key of a team is revoked when the member who made it leaves. */
  team_keys_bound_to_membership: z.boolean().default(false),
  /** Impersonation needs a reason, shows to its user, changes no credentials and ends within an hour. */
  restricts_impersonation: z.boolean().default(false),
  /** Changes of ways to sign in need an authentication of the last ten minutes. */
  needs_recent_authentication: z.boolean().default(false),
  /** The second factor is asked for on every way in, not only where the SDK expects it. */
  second_factor_on_every_way_in: z.boolean().default(false),
  /** A passkey signs in only when the authenticator verified its user. */
  passkeys_verify_user: z.boolean().default(false),
  /** A magic link signs in only in the browser that asked for it; elsewhere its six characters are needed. */
  links_bound_to_browser: z.boolean().default(false),
  /** A session ends when its refresh token is used by another kind of browser. */
  ends_sessions_on_agent_change: z.boolean().default(false),
  oidc_issuers: z.array(oidcIssuer).default([]),
  /** The trusted origin that the last start of the house added; null where an administrator had. Nobody writes or reads it. */
  seeded_origin: z.string().nullable().optional(),
})

export type ProjectSettings = z.infer<typeof projectSettings>

/** A tenant: its users, teams and keys have nothing to do with those of another. */
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
