import type { ResponseOf } from '@parley/contract'
import type { configOverrides } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { toConfigTree } from './config-tree.ts'

type Get = typeof configOverrides.getConfig
type GetAtLevel = typeof configOverrides.getConfigAtLevel

export async function getConfig(
  services: Pick<Services, 'secrets'>,
  { project }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  return { config_string: JSON.stringify(toConfigTree(services, project)) }
}

/** All overrides are merged into one configuration, which clients get as that of the last level. */
export async function getConfigAtLevel(
  services: Pick<Services, 'secrets'>,
  { project, params }: EndpointRequest<GetAtLevel>,
): Promise<ResponseOf<GetAtLevel>> {
  const tree = params.level === 'environment' ? toConfigTree(services, project) : {}
  return { config_string: JSON.stringify(tree) }
}
