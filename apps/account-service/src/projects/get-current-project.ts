import type { projects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { listOfferedProviders, serializeManagedProject } from './records/index.ts'

type Get = typeof projects.getCurrentProject

export async function getCurrentProject(
  services: Pick<Services, 'options' | 'secrets'>,
  { project, accessType }: EndpointRequest<Get>,
) {
  if (accessType === 'admin') return serializeManagedProject(services, project)
  return {
    id: project.id,
    display_name: project.displayName,
    ...Object.fromEntries(Object.entries(project.config.logos).filter(([, url]) => url !== null)),
    config: { ...project.config, enabled_oauth_providers: listOfferedProviders(services.options, project) },
  }
}
