import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { managedProjectIds } from '../../users/records/index.ts'
import { listProjects, serializeManagedProject } from '../records/index.ts'
import { requireOwner } from '../require-owner.ts'

type List = typeof managedProjects.listManagedProjects

export async function listManagedProjects(
  services: Pick<Services, 'database' | 'secrets'>,
  request: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const own = await listProjects(services.database, managedProjectIds(requireOwner(request)))
  return { items: own.map((project) => serializeManagedProject(services, project)), is_paginated: false }
}
