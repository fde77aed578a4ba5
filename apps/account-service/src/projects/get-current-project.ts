import type { ResponseOf } from '@parley/contract'
import type { projects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Project } from './config.ts'

type Get = typeof projects.getCurrentProject

export async function getCurrentProject({ project }: ServedRequest<Get>): Promise<ResponseOf<Get>> {
  return {
    id: project.id,
    display_name: project.displayName,
    config: { ...project.config, enabled_oauth_providers: enabledProviders(project) },
  }
}

/** Which providers an application may offer to sign in with, by id. */
function enabledProviders({ config, settings }: Project): { id: string }[] {
  return [...config.oauth_providers, ...settings.oidc_issuers]
    .map(({ id }) => ({ id }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}
