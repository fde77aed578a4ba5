import { compareCaseInsensitive } from '@parley/primitives'
import type { AccountOptions } from '../../config.ts'
import type { Project } from './config.ts'

/** Lists the providers that are configured for a project, sorted by id. */
export function listEnabledProviders({ config, settings }: Project): { id: string }[] {
  return [...config.oauth_providers, ...settings.oidc_issuers]
    .map(({ id }) => ({ id }))
    .sort((one, other) => compareCaseInsensitive(one.id, other.id))
}

/**
 * Lists the providers to offer for sign-in, sorted by id: the configured ones, without shared ones that the
 * server has no credentials for.
 */
export function listOfferedProviders(
  { sharedProviders }: Pick<AccountOptions, 'sharedProviders'>,
  project: Project,
): { id: string }[] {
  const shared = new Map(Object.entries(sharedProviders))
  const { oauth_providers } = project.config
  const cannotWork = oauth_providers.filter(({ id, type }) => type === 'shared' && !shared.get(id))
  const hidden = new Set<string>(cannotWork.map(({ id }) => id))
  return listEnabledProviders(project).filter(({ id }) => !hidden.has(id))
}
