import { createHash } from 'node:crypto'
import { managedProjects } from '@parley/contract/account'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { type Project, projectConfig, serializeManagedProject } from '../records/index.ts'

const defaults = projectConfig.parse({})
const { providerIds } = managedProjects

const flag = (byDefault: boolean) => z.boolean().default(byDefault)

/** Only true is accepted: a provider is used for both or not configured. */
const alwaysOn = z.literal(true, 'must be true on this server').default(true)

const grants = (ids: readonly string[]) => z.record(z.string(), z.literal(true)).prefault(toGrants(ids))

/**
 * The configuration as clients since 2.8.39 read and write it. Objects with fixed keys are sections; records,
 * and values with a default, are replaced as a whole.
 */
export const configTree = z.strictObject({
  project: z.strictObject({ requirePublishableClientKey: flag(false) }),
  auth: z.strictObject({
    allowSignUp: flag(defaults.sign_up_enabled),
    password: z.strictObject({ allowSignIn: flag(defaults.credential_enabled) }),
    otp: z.strictObject({ allowSignIn: flag(defaults.magic_link_enabled) }),
    passkey: z.strictObject({ allowSignIn: flag(defaults.passkey_enabled) }),
    oauth: z.strictObject({
      accountMergeStrategy: z
        .enum(['link_method', 'raise_error', 'allow_duplicates'])
        .default(defaults.oauth_account_merge_strategy),
      providers: z
        .record(
          z.string(),
          z.strictObject({
            type: z.enum(providerIds),
            isShared: flag(false),
            clientId: z.string().optional(),
            clientSecret: z.string().optional(),
            facebookConfigId: z.string().optional(),
            microsoftTenantId: z.string().optional(),
            allowSignIn: alwaysOn,
            allowConnectedAccounts: alwaysOn,
          }),
        )
        .default({}),
    }),
  }),
  domains: z.strictObject({
    allowLocalhost: flag(defaults.allow_localhost),
    trustedDomains: z
      .record(
        z.string(),
        z.strictObject({ baseUrl: z.string(), handlerPath: z.string().default('/handler') }),
      )
      .default({}),
  }),
  teams: z.strictObject({
    allowClientTeamCreation: flag(defaults.client_team_creation_enabled),
    createPersonalTeamOnSignUp: flag(defaults.create_team_on_sign_up),
  }),
  users: z.strictObject({ allowClientUserDeletion: flag(defaults.client_user_deletion_enabled) }),
  onboarding: z.strictObject({
    requireEmailVerification: z.literal(false, 'is not supported by this server').default(false),
  }),
  apiKeys: z.strictObject({
    enabled: z.strictObject({
      user: flag(defaults.allow_user_api_keys),
      team: flag(defaults.allow_team_api_keys),
    }),
  }),
  emails: z.strictObject({
    server: z
      .strictObject({
        isShared: flag(false),
        provider: z.literal('smtp', 'must be smtp on this server').optional(),
        host: z.string().optional(),
        port: z.number().optional(),
        username: z.string().optional(),
        password: z.string().optional(),
        senderName: z.string().optional(),
        senderEmail: z.string().optional(),
      })
      .prefault({ isShared: true }),
    selectedThemeId: z.string().default(defaults.email_theme),
  }),
  rbac: z.strictObject({
    defaultPermissions: z.strictObject({
      teamCreator: grants(defaults.team_creator_default_permissions),
      teamMember: grants(defaults.team_member_default_permissions),
      signUp: grants(defaults.user_default_permissions),
    }),
  }),
})

export type ConfigTree = z.infer<typeof configTree>

/** Returns the configuration of a project as a tree, with the secrets that its owners configured. */
export function toConfigTree(services: Pick<Services, 'secrets'>, project: Project): ConfigTree {
  const { config } = serializeManagedProject(services, project)
  const { email_config: server } = config
  return {
    project: { requirePublishableClientKey: project.settings.requires_publishable_client_key },
    auth: {
      allowSignUp: config.sign_up_enabled,
      password: { allowSignIn: config.credential_enabled },
      otp: { allowSignIn: config.magic_link_enabled },
      passkey: { allowSignIn: config.passkey_enabled },
      oauth: {
        accountMergeStrategy: config.oauth_account_merge_strategy,
        providers: Object.fromEntries(
          config.oauth_providers.map((provider) => [provider.id, toProviderNode(provider)]),
        ),
      },
    },
    domains: {
      allowLocalhost: config.allow_localhost,
      trustedDomains: Object.fromEntries(
        project.config.domains.map(({ id, domain, handler_path }) => [
          id ?? toDomainId(domain),
          { baseUrl: domain, handlerPath: handler_path },
        ]),
      ),
    },
    teams: {
      allowClientTeamCreation: config.client_team_creation_enabled,
      createPersonalTeamOnSignUp: config.create_team_on_sign_up,
    },
    users: { allowClientUserDeletion: config.client_user_deletion_enabled },
    onboarding: { requireEmailVerification: false },
    apiKeys: { enabled: { user: config.allow_user_api_keys, team: config.allow_team_api_keys } },
    emails: {
      server:
        server.type === 'shared'
          ? { isShared: true }
          : {
              isShared: false,
              host: server.host,
              port: server.port,
              username: server.username,
              password: server.password,
              senderName: server.sender_name,
              senderEmail: server.sender_email,
            },
      selectedThemeId: config.email_theme,
    },
    rbac: {
      defaultPermissions: {
        teamCreator: toGrants(config.team_creator_default_permissions.map(({ id }) => id)),
        teamMember: toGrants(config.team_member_default_permissions.map(({ id }) => id)),
        signUp: toGrants(config.user_default_permissions.map(({ id }) => id)),
      },
    },
  }
}

type Provider = ReturnType<typeof serializeManagedProject>['config']['oauth_providers'][number]

function toProviderNode(provider: Provider): ConfigTree['auth']['oauth']['providers'][string] {
  return {
    type: provider.id,
    isShared: provider.type === 'shared',
    clientId: provider.client_id,
    clientSecret: provider.client_secret,
    facebookConfigId: provider.facebook_config_id,
    microsoftTenantId: provider.microsoft_tenant_id,
    allowSignIn: true,
    allowConnectedAccounts: true,
  }
}

/** The key of a domain that was added without one: keys contain no dots. */
function toDomainId(domain: string): string {
  return createHash('sha256').update(domain).digest('hex').slice(0, 16)
}

function toGrants(ids: readonly string[]): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true]))
}
