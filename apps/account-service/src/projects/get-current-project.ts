import type { ResponseOf } from '@parley/contract'
import type { projects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { offeredProviders } from './enabled-providers.ts'

type Get = typeof projects.getCurrentProject

export async function getCurrentProject(
  { options }: Pick<Services, 'options'>,
  { project }: ServedRequest<Get>,
): Promise<ResponseOf<Get>> {
  return {
    id: project.id,
    display_name: project.displayName,
    config: { ...project.config, enabled_oauth_providers: offeredProviders(options, project) },
  }
}
