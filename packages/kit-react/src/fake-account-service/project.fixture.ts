import type { KnownErrorCode } from '@parley/contract/error-table'

/** Creates the settings of the project of a fake account service, which tests change. */
export function createFakeConfig() {
  return {
    signUp: true,
    password: true,
    magicLink: true,
    signUpAsksName: false,
    signUpMode: 'open' as 'open' | 'invited',
    passwordMinLength: 8,
    passkey: false,
    userDeletion: false,
    userApiKeys: false,
    teamApiKeys: false,
    teamCreation: true,
    isTeamFull: false,
    verificationNeedsSession: false,
    /** The sessions are impersonations. */
    isImpersonation: false,
    oauthProviders: [] as string[],
    /** The error of every authorization code; null to accept them. */
    oauthError: null as KnownErrorCode | null,
  }
}

export type FakeConfig = ReturnType<typeof createFakeConfig>

/** Returns the project as its clients see it. */
export function describeProject(config: FakeConfig, logos: Readonly<Record<string, string>>) {
  return {
    id: 'phone',
    display_name: 'Kestrel Freight',
    ...logos,
    config: {
      sign_up_enabled: config.signUp,
      credential_enabled: config.password,
      magic_link_enabled: config.magicLink,
      passkey_enabled: config.passkey,
      client_team_creation_enabled: config.teamCreation,
      client_user_deletion_enabled: config.userDeletion,
      allow_user_api_keys: config.userApiKeys,
      allow_team_api_keys: config.teamApiKeys,
      sign_up_asks_name: config.signUpAsksName,
      sign_up_mode: config.signUpMode,
      password_min_length: config.passwordMinLength,
      password_max_length: 70,
      enabled_oauth_providers: config.oauthProviders.map((id) => ({ id })),
    },
  }
}
