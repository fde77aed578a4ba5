import type { ownProjects } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { z } from 'zod'
import type { Database } from '../database/index.ts'
import { findTheme } from '../email-themes/index.ts'
import { listPermissionDefinitions } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import {
  type ConfiguredProvider,
  type EmailConfig,
  emailPasswordPurpose,
  type ProjectConfig,
  providerSecretPurpose,
} from './config.ts'

type Written = NonNullable<z.infer<typeof ownProjects.updateProject.body>['config']>

const grantLists = {
  team_creator_default_permissions: 'team',
  team_member_default_permissions: 'team',
  user_default_permissions: 'project',
} as const

/** Applies a patch to a configuration and encrypts its secrets. */
export function withWritten(
  { secrets }: Pick<Services, 'secrets'>,
  config: ProjectConfig,
  written: Written,
): ProjectConfig {
  const {
    oauth_providers,
    email_config,
    team_creator_default_permissions,
    team_member_default_permissions,
    user_default_permissions,
    ...plain
  } = written
  return {
    ...config,
    ...plain,
    ...(oauth_providers && { oauth_providers: sealProviders(secrets, oauth_providers) }),
    ...(email_config && { email_config: sealEmailServer(secrets, email_config) }),
    ...idsOf({ team_creator_default_permissions, team_member_default_permissions, user_default_permissions }),
  }
}

/** @throws {PlainTextError} 400 when a default grant names an undefined permission. */
export async function requireKnownGrants(
  database: Database,
  projectId: string,
  written: Written,
): Promise<void> {
  for (const [list, scope] of Object.entries(grantLists) as [keyof typeof grantLists, 'team' | 'project'][]) {
    const grants = written[list]
    if (!grants?.length) continue
    const known = new Set((await listPermissionDefinitions(database, projectId, scope)).map(({ id }) => id))
    const unknown = grants.find(({ id }) => !known.has(id))
    if (unknown)
      throw new TextError(
        400,
        `config.${list}: The ${scope} permission "${unknown.id.slice(0, 100)}" is not defined.`,
      )
  }
}

/** @throws {PlainTextError} 400 when the theme does not exist in the project. */
export async function requireKnownTheme(
  database: Database,
  projectId: string,
  { email_theme }: Written,
): Promise<void> {
  if (email_theme !== undefined && !(await findTheme(database, projectId, email_theme)))
    throw new TextError(400, 'config.email_theme: E-mail theme not found.')
}

/** Of providers with the same id the last one wins. */
function sealProviders(
  secrets: Services['secrets'],
  written: NonNullable<Written['oauth_providers']>,
): ConfiguredProvider[] {
  const byId = new Map(
    written.map((provider): [string, ConfiguredProvider] => {
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

function sealEmailServer(
  secrets: Services['secrets'],
  written: NonNullable<Written['email_config']>,
): EmailConfig {
  if (written.type === 'shared') return written
  const { password, ...server } = written
  return { ...server, sealed_password: secrets.seal(password, emailPasswordPurpose) }
}

function idsOf(
  lists: Record<keyof typeof grantLists, readonly { readonly id: string }[] | undefined>,
): Partial<Record<keyof typeof grantLists, string[]>> {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, grants]) =>
      grants ? [[name, [...new Set(grants.map(({ id }) => id))]]] : [],
    ),
  )
}
