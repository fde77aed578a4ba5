import type { InputOf } from '@parley/client'
import type { AccountEndpointMap } from '@parley/contract/account'
import type { Project } from '../app/project/project.ts'
import type { Permission } from '../app/user/requests/list-permissions.ts'
import type { ServerData } from '../server/app/server-core.ts'

type WireConfig = ServerData<'GET /internal/projects/current'>['config']
type ConfigInput = NonNullable<
  NonNullable<InputOf<AccountEndpointMap['PATCH /internal/projects/current']>['body']>['config']
>
type ProviderInput = NonNullable<ConfigInput['oauth_providers']>[number]

export type AdminEmailConfig =
  | { readonly type: 'shared' }
  | {
      readonly type: 'standard'
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: string
      readonly senderName: string
      readonly senderEmail: string
    }

export type AdminOAuthProviderConfig = { readonly id: string } & (
  | { readonly type: 'shared' }
  | {
      readonly type: 'standard'
      readonly clientId: string
      readonly clientSecret: string
      readonly facebookConfigId?: string
      readonly microsoftTenantId?: string
    }
)

export interface AdminDomainConfig {
  readonly domain: string
  readonly handlerPath: string
}

export interface AdminProjectConfig extends Omit<Project['config'], 'oauthProviders'> {
  readonly allowLocalhost: boolean
  readonly oauthProviders: readonly AdminOAuthProviderConfig[]
  readonly emailConfig: AdminEmailConfig
  readonly emailTheme: string
  readonly domains: readonly AdminDomainConfig[]
  readonly createTeamOnSignUp: boolean
  readonly teamCreatorDefaultPermissions: readonly Permission[]
  readonly teamMemberDefaultPermissions: readonly Permission[]
  readonly userDefaultPermissions: readonly Permission[]
  /** The treatment of a provider account with the e-mail address of another user. */
  readonly oauthAccountMergeStrategy: 'link_method' | 'raise_error' | 'allow_duplicates'
}

export type AdminProjectConfigUpdate = Partial<AdminProjectConfig>

export function toConfig(wire: WireConfig): AdminProjectConfig {
  return {
    signUpEnabled: wire.sign_up_enabled,
    credentialEnabled: wire.credential_enabled,
    magicLinkEnabled: wire.magic_link_enabled,
    passkeyEnabled: wire.passkey_enabled,
    clientTeamCreationEnabled: wire.client_team_creation_enabled,
    clientUserDeletionEnabled: wire.client_user_deletion_enabled,
    allowUserApiKeys: wire.allow_user_api_keys,
    allowTeamApiKeys: wire.allow_team_api_keys,
    allowLocalhost: wire.allow_localhost,
    oauthProviders: wire.oauth_providers.map(toProvider),
    emailConfig: toEmailConfig(wire.email_config),
    emailTheme: wire.email_theme,
    domains: wire.domains.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
    createTeamOnSignUp: wire.create_team_on_sign_up,
    teamCreatorDefaultPermissions: wire.team_creator_default_permissions,
    teamMemberDefaultPermissions: wire.team_member_default_permissions,
    userDefaultPermissions: wire.user_default_permissions,
    oauthAccountMergeStrategy: wire.oauth_account_merge_strategy,
  }
}

export function encodeConfig(config: AdminProjectConfigUpdate): ConfigInput {
  return {
    sign_up_enabled: config.signUpEnabled,
    credential_enabled: config.credentialEnabled,
    magic_link_enabled: config.magicLinkEnabled,
    passkey_enabled: config.passkeyEnabled,
    client_team_creation_enabled: config.clientTeamCreationEnabled,
    client_user_deletion_enabled: config.clientUserDeletionEnabled,
    allow_user_api_keys: config.allowUserApiKeys,
    allow_team_api_keys: config.allowTeamApiKeys,
    allow_localhost: config.allowLocalhost,
    oauth_providers: config.oauthProviders?.map(encodeProvider),
    email_config: config.emailConfig && encodeEmailConfig(config.emailConfig),
    email_theme: config.emailTheme,
    domains: config.domains?.map(({ domain, handlerPath }) => ({ domain, handler_path: handlerPath })),
    create_team_on_sign_up: config.createTeamOnSignUp,
    team_creator_default_permissions: copyIds(config.teamCreatorDefaultPermissions),
    team_member_default_permissions: copyIds(config.teamMemberDefaultPermissions),
    user_default_permissions: copyIds(config.userDefaultPermissions),
    oauth_account_merge_strategy: config.oauthAccountMergeStrategy,
  }
}

const copyIds = (permissions?: readonly Permission[]) => permissions?.map(({ id }) => ({ id }))

function toProvider(wire: WireConfig['oauth_providers'][number]): AdminOAuthProviderConfig {
  if (wire.type === 'shared') return { id: wire.id, type: 'shared' }
  return {
    id: wire.id,
    type: 'standard',
    clientId: wire.client_id ?? '',
    clientSecret: wire.client_secret ?? '',
    facebookConfigId: wire.facebook_config_id,
    microsoftTenantId: wire.microsoft_tenant_id,
  }
}

/** The service rejects an unknown provider. */
function encodeProvider(provider: AdminOAuthProviderConfig): ProviderInput {
  const encoded =
    provider.type === 'shared'
      ? { id: provider.id, type: provider.type }
      : {
          id: provider.id,
          type: provider.type,
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          facebook_config_id: provider.facebookConfigId,
          microsoft_tenant_id: provider.microsoftTenantId,
        }
  return encoded as ProviderInput
}

function toEmailConfig(wire: WireConfig['email_config']): AdminEmailConfig {
  if (wire.type === 'shared') return { type: 'shared' }
  const { sender_name, sender_email, ...server } = wire
  return { ...server, senderName: sender_name, senderEmail: sender_email }
}

function encodeEmailConfig(config: AdminEmailConfig): WireConfig['email_config'] {
  return config.type === 'shared' ? { type: 'shared' } : { type: 'standard', ...encodeEmailServer(config) }
}

/** Returns the settings of a custom e-mail server as the service expects them. */
export function encodeEmailServer(server: Omit<Extract<AdminEmailConfig, { type: 'standard' }>, 'type'>) {
  return {
    host: server.host,
    port: server.port,
    username: server.username,
    password: server.password,
    sender_name: server.senderName,
    sender_email: server.senderEmail,
  }
}
