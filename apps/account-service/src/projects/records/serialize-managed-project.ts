import type { managedProjects } from '@parley/contract/account'
import { compareCaseInsensitive } from '@parley/primitives'
import type { z } from 'zod'
import type { Services } from '../../services.ts'
import {
  type ConfiguredProvider,
  type EmailConfig,
  emailPasswordPurpose,
  type Project,
  providerSecretPurpose,
} from './config.ts'
import { listEnabledProviders } from './enabled-providers.ts'

type ManagedProject = z.infer<typeof managedProjects.managedProject>

/** Serializes a project for its owners, with the secrets that they configured. */
export function serializeManagedProject(
  { secrets }: Pick<Services, 'secrets'>,
  project: Project,
): ManagedProject {
  const { config } = project
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    created_at_millis: project.createdAt.getTime(),
    is_production_mode: project.isProductionMode,
    ...config.logos,
    full_logo_url: config.logos.logo_full_url,
    onboarding_status: config.onboarding_status,
    config: {
      ...config,
      oauth_providers: sortBy(config.oauth_providers, ({ id }) => id).map((provider) =>
        serializeProvider(secrets, provider),
      ),
      enabled_oauth_providers: listEnabledProviders(project),
      domains: sortBy(config.domains, ({ domain }) => domain),
      email_config: serializeEmailServer(secrets, config.email_config),
      team_creator_default_permissions: serializeGrants(config.team_creator_default_permissions),
      team_member_default_permissions: serializeGrants(config.team_member_default_permissions),
      user_default_permissions: serializeGrants(config.user_default_permissions),
    },
  }
}

function serializeProvider(
  secrets: Services['secrets'],
  { sealed_client_secret, ...provider }: ConfiguredProvider,
): ManagedProject['config']['oauth_providers'][number] {
  const secret = sealed_client_secret && secrets.open(sealed_client_secret, providerSecretPurpose)
  return { provider_config_id: provider.id, ...provider, client_secret: secret }
}

function serializeEmailServer(
  secrets: Services['secrets'],
  config: EmailConfig,
): ManagedProject['config']['email_config'] {
  if (config.type === 'shared') return config
  const { sealed_password, ...server } = config
  return { ...server, password: secrets.open(sealed_password, emailPasswordPurpose) }
}

function serializeGrants(ids: readonly string[]): { id: string }[] {
  return sortBy(ids, (id) => id).map((id) => ({ id }))
}

function sortBy<T>(items: readonly T[], getText: (item: T) => string): T[] {
  return items.toSorted((one, other) => compareCaseInsensitive(getText(one), getText(other)))
}
