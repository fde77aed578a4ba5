import type { ResponseOf } from '@parley/contract'
import type { projects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { listOfferedProviders } from './records/index.ts'

type Get = typeof projects.getCurrentProject

export async function getCurrentProject(
  { options }: Pick<Services, 'options'>,
  { project }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  return {
    id: project.id,
    display_name: project.displayName,
    config: { ...project.config, enabled_oauth_providers: listOfferedProviders(options, project) },
  }
}
