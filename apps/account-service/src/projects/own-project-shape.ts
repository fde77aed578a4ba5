import type { ownProjects } from '@parley/contract/account'
import type { z } from 'zod'
import { compareTexts } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import {
  type ConfiguredProvider,
  type EmailConfig,
  emailPasswordPurpose,
  type Project,
  providerSecretPurpose,
} from './config.ts'
import { enabledProviders } from './enabled-providers.ts'

type OwnProject = z.infer<typeof ownProjects.ownProject>

/** Serializes a project for its owners, with the secrets that they configured. */
export function ownProjectShape({ secrets }: Pick<Services, 'secrets'>, project: Project): OwnProject {
  const { config } = project
  return {
    id: project.id,
    display_name: project.displayName,
    description: project.description,
    created_at_millis: project.createdAt.getTime(),
    is_production_mode: project.isProductionMode,
    config: {
      ...config,
      oauth_providers: byText(config.oauth_providers, ({ id }) => id).map((provider) =>
        providerShape(secrets, provider),
      ),
      enabled_oauth_providers: enabledProviders(project),
      domains: byText(config.domains, ({ domain }) => domain),
      email_config: emailServerShape(secrets, config.email_config),
      team_creator_default_permissions: grantShapes(config.team_creator_default_permissions),
      team_member_default_permissions: grantShapes(config.team_member_default_permissions),
      user_default_permissions: grantShapes(config.user_default_permissions),
    },
  }
}

function providerShape(
  secrets: Services['secrets'],
  { sealed_client_secret, ...provider }: ConfiguredProvider,
): OwnProject['config']['oauth_providers'][number] {
  const secret = sealed_client_secret && secrets.open(sealed_client_secret, providerSecretPurpose)
  return { provider_config_id: provider.id, ...provider, client_secret: secret }
}

function emailServerShape(
  secrets: Services['secrets'],
  config: EmailConfig,
): OwnProject['config']['email_config'] {
  if (config.type === 'shared') return config
  const { sealed_password, ...server } = config
  return { ...server, password: secrets.open(sealed_password, emailPasswordPurpose) }
}

function grantShapes(ids: readonly string[]): { id: string }[] {
  return byText(ids, (id) => id).map((id) => ({ id }))
}

function byText<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return items.toSorted((one, other) => compareTexts(textOf(one), textOf(other)))
}
