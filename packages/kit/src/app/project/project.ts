import type { EndpointData } from '../../requests/account-client.ts'

/** The public configuration of a project, available before sign-in. */
export interface Project {
  readonly id: string
  readonly displayName: string
  readonly config: {
    readonly signUpEnabled: boolean
    readonly credentialEnabled: boolean
    readonly magicLinkEnabled: boolean
    readonly passkeyEnabled: boolean
    readonly clientTeamCreationEnabled: boolean
    readonly clientUserDeletionEnabled: boolean
    /** The sign-up page asks for the display name. */
    readonly signUpAsksName: boolean
    /** Length limits of a new password, in UTF-16 code units. */
    readonly passwordMinLength: number
    readonly passwordMaxLength: number
    readonly oauthProviders: readonly { readonly id: string }[]
  }
}

export function toProject({ id, display_name, config }: EndpointData<'GET /projects/current'>): Project {
  return {
    id,
    displayName: display_name,
    config: {
      signUpEnabled: config.sign_up_enabled,
      credentialEnabled: config.credential_enabled,
      magicLinkEnabled: config.magic_link_enabled,
      passkeyEnabled: config.passkey_enabled,
      clientTeamCreationEnabled: config.client_team_creation_enabled,
      clientUserDeletionEnabled: config.client_user_deletion_enabled,
      signUpAsksName: config.sign_up_asks_name,
      passwordMinLength: config.password_min_length,
      passwordMaxLength: config.password_max_length,
      oauthProviders: config.enabled_oauth_providers,
    },
  }
}
