import type { managedProjects } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { z } from 'zod'
import { findTheme } from '../email/themes/index.ts'
import { listPermissionDefinitions } from '../permissions/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Services } from '../services.ts'
import {
  type ConfiguredProvider,
  type EmailConfig,
  emailPasswordPurpose,
  type ProjectConfig,
  providerSecretPurpose,
} from './records/index.ts'

type ConfigPatch = NonNullable<z.infer<typeof managedProjects.updateProject.body>['config']>

const defaultGrantScopes = {
  team_creator_default_permissions: 'team',
  team_member_default_permissions: 'team',
  user_default_permissions: 'project',
} as const

/** Applies a patch to a configuration and encrypts its secrets. */
export function applyConfigPatch(
  { secrets }: Pick<Services, 'secrets'>,
  config: ProjectConfig,
  patch: ConfigPatch,
): ProjectConfig {
  const {
    oauth_providers,
    email_config,
    team_creator_default_permissions,
    team_member_default_permissions,
    user_default_permissions,
    ...plain
  } = patch
  return {
    ...config,
    ...plain,
    ...(oauth_providers && { oauth_providers: encryptProviderSecrets(secrets, oauth_providers) }),
    ...(email_config && { email_config: encryptEmailServerPassword(secrets, email_config) }),
    ...toGrantIds({
      team_creator_default_permissions,
      team_member_default_permissions,
      user_default_permissions,
    }),
  }
}

/** @throws {PlainTextError} 400 when a default grant names an undefined permission. */
export async function requireDefinedGrants(
  database: Database,
  projectId: string,
  patch: ConfigPatch,
): Promise<void> {
  for (const [list, scope] of Object.entries(defaultGrantScopes) as [
    keyof typeof defaultGrantScopes,
    'team' | 'project',
  ][]) {
    const grants = patch[list]
    if (!grants?.length) continue
    const known = new Set((await listPermissionDefinitions(database, projectId, scope)).map(({ id }) => id))
    const unknown = grants.find(({ id }) => !known.has(id))
    if (unknown)
      throw new PlainTextError(
        400,
        `config.${list}: The ${scope} permission "${unknown.id.slice(0, 100)}" is not defined.`,
      )
  }
}

/** @throws {PlainTextError} 400 when the theme does not exist in the project. */
export async function requireExistingTheme(
  database: Database,
  projectId: string,
  { email_theme }: ConfigPatch,
): Promise<void> {
  if (email_theme !== undefined && !(await findTheme(database, projectId, email_theme)))
    throw new PlainTextError(400, 'config.email_theme: E-mail theme not found.')
}

/** Of providers with the same id the last one wins. */
function encryptProviderSecrets(
  secrets: Services['secrets'],
  patch: NonNullable<ConfigPatch['oauth_providers']>,
): ConfiguredProvider[] {
  const byId = new Map(
    patch.map((provider): [string, ConfiguredProvider] => {
      if (provider.type === 'shared') return [provider.id, provider]
      const { client_secret, ...plain } = provider
      return [
        provider.id,
        { ...plain, sealed_client_secret: secrets.seal(client_secret, providerSecretPurpose) },
      ]
    }),
  )
  return [...byId.values()]
}

function encryptEmailServerPassword(
  secrets: Services['secrets'],
  patch: NonNullable<ConfigPatch['email_config']>,
): EmailConfig {
  if (patch.type === 'shared') return patch
  const { password, ...server } = patch
  return { ...server, sealed_password: secrets.seal(password, emailPasswordPurpose) }
}

function toGrantIds(
  lists: Record<keyof typeof defaultGrantScopes, readonly { readonly id: string }[] | undefined>,
): Partial<Record<keyof typeof defaultGrantScopes, string[]>> {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, grants]) =>
      grants ? [[name, [...new Set(grants.map(({ id }) => id))]]] : [],
    ),
  )
}
