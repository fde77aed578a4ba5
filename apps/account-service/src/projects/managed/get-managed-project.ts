import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { serializeManagedProject } from '../records/index.ts'

type Get = typeof managedProjects.getManagedProject

export async function getManagedProject(
  services: Pick<Services, 'secrets'>,
  { project }: EndpointRequest<Get>,
) {
  return serializeManagedProject(services, project)
}
