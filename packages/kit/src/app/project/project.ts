import type { EndpointData } from '../../requests/account-client.ts'

/** The public configuration of a project, available before sign-in. */
export interface Project {
  readonly id: string
  readonly displayName: string
  /**
   * The square logo, or null. The logos for a dark background are null if those for a light one are to be
   * used.
   */
  readonly logoUrl: string | null
  /** The logo with the name of the project. */
  readonly logoFullUrl: string | null
  readonly logoDarkModeUrl: string | null
  readonly logoFullDarkModeUrl: string | null
  readonly config: {
    readonly signUpEnabled: boolean
    readonly credentialEnabled: boolean
    readonly magicLinkEnabled: boolean
    readonly passkeyEnabled: boolean
    readonly clientTeamCreationEnabled: boolean
    readonly clientUserDeletionEnabled: boolean
    readonly allowUserApiKeys: boolean
    readonly allowTeamApiKeys: boolean
    readonly oauthProviders: readonly { readonly id: string }[]
  }
}

/** The public configuration with the fields that only the forms of the pages need. */
export interface FormProject extends Project {
  readonly config: Project['config'] & {
    /** The sign-up page asks for the display name. */
    readonly signUpAsksName: boolean
    /** Only people with a team invitation can sign up. */
    readonly signUpNeedsInvitation: boolean
    /** Length limits of a new password, in UTF-16 code units. */
    readonly passwordMinLength: number
    readonly passwordMaxLength: number
  }
}

export function toProject({
  id,
  display_name,
  config,
  ...logos
}: EndpointData<'GET /projects/current'>): FormProject {
  return {
    id,
    displayName: display_name,
    logoUrl: logos.logo_url ?? null,
    logoFullUrl: logos.logo_full_url ?? null,
    logoDarkModeUrl: logos.logo_dark_mode_url ?? null,
    logoFullDarkModeUrl: logos.logo_full_dark_mode_url ?? null,
    config: {
      signUpEnabled: config.sign_up_enabled,
      credentialEnabled: config.credential_enabled,
      magicLinkEnabled: config.magic_link_enabled,
      passkeyEnabled: config.passkey_enabled,
      clientTeamCreationEnabled: config.client_team_creation_enabled,
      clientUserDeletionEnabled: config.client_user_deletion_enabled,
      allowUserApiKeys: config.allow_user_api_keys,
      allowTeamApiKeys: config.allow_team_api_keys,
      signUpAsksName: config.sign_up_asks_name,
      signUpNeedsInvitation: config.sign_up_mode === 'invited',
      passwordMinLength: config.password_min_length,
      passwordMaxLength: config.password_max_length,
      oauthProviders: config.enabled_oauth_providers,
    },
  }
}
