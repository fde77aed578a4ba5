import { managedProjects } from '@parley/contract/account'
import type { z } from 'zod'
import type { ProjectConfig } from '../records/index.ts'
import type { ConfigTree } from './config-tree.ts'

type ConfigPatch = z.infer<typeof managedProjects.configInput>

/**
 * Returns the part of the configuration in which two trees differ, in the fields of
 * `PATCH /internal/projects/current`, or its problems.
 */
export function toConfigPatch(
  before: ConfigTree,
  after: ConfigTree,
): { readonly patch: ConfigPatch } | { readonly problems: string[] } {
  const misnamed = Object.entries(after.auth.oauth.providers).find(([id, { type }]) => id !== type)
  if (misnamed) return { problems: [`auth.oauth.providers.${misnamed[0]}: must have the name of its type`] }

  const former = new Map(Object.entries(toFields(before)))
  const changes = Object.entries(toFields(after)).filter(
    ([name, value]) => JSON.stringify(former.get(name)) !== JSON.stringify(value),
  )
  const parsed = managedProjects.configInput.safeParse(Object.fromEntries(changes))
  if (parsed.success) return { patch: parsed.data }
  return { problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

/** Returns the trusted domains with the keys that the client chose. */
export function toDomains({ domains }: ConfigTree): ProjectConfig['domains'] {
  return Object.entries(domains.trustedDomains).map(([id, { baseUrl, handlerPath }]) => ({
    id,
    domain: baseUrl,
    handler_path: handlerPath,
  }))
}

function toFields({ auth, domains, teams, users, apiKeys, emails, rbac }: ConfigTree) {
  const { defaultPermissions } = rbac
  return {
    allow_localhost: domains.allowLocalhost,
    sign_up_enabled: auth.allowSignUp,
    credential_enabled: auth.password.allowSignIn,
    magic_link_enabled: auth.otp.allowSignIn,
    passkey_enabled: auth.passkey.allowSignIn,
    client_team_creation_enabled: teams.allowClientTeamCreation,
    client_user_deletion_enabled: users.allowClientUserDeletion,
    allow_user_api_keys: apiKeys.enabled.user,
    allow_team_api_keys: apiKeys.enabled.team,
    create_team_on_sign_up: teams.createPersonalTeamOnSignUp,
    oauth_providers: Object.values(auth.oauth.providers).map(toProvider),
    oauth_account_merge_strategy: auth.oauth.accountMergeStrategy,
    domains: Object.values(domains.trustedDomains).map(({ baseUrl, handlerPath }) => ({
      domain: baseUrl,
      handler_path: handlerPath,
    })),
    email_config: toEmailServer(emails.server),
    email_theme: emails.selectedThemeId,
    team_creator_default_permissions: listGrants(defaultPermissions.teamCreator),
    team_member_default_permissions: listGrants(defaultPermissions.teamMember),
    user_default_permissions: listGrants(defaultPermissions.signUp),
  }
}

function toProvider(provider: ConfigTree['auth']['oauth']['providers'][string]) {
  const { type, isShared, clientId, clientSecret, facebookConfigId, microsoftTenantId } = provider
  if (isShared) return { id: type, type: 'shared' }
  return {
    id: type,
    type: 'standard',
    client_id: clientId,
    client_secret: clientSecret,
    facebook_config_id: facebookConfigId,
    microsoft_tenant_id: microsoftTenantId,
  }
}

function toEmailServer(server: ConfigTree['emails']['server']) {
  if (server.isShared) return { type: 'shared' }
  const { host, port, username, password, senderName, senderEmail } = server
  return {
    type: 'standard',
    host,
    port,
    username,
    password,
    sender_name: senderName,
    sender_email: senderEmail,
  }
}

function listGrants(grants: Readonly<Record<string, true>>): { id: string }[] {
  return Object.keys(grants).map((id) => ({ id }))
}
