import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { managedProjectIds } from '../users/index.ts'
import { ownProjectShape } from './own-project-shape.ts'
import { requireOwner } from './ownership.ts'
import { listProjects } from './projects.ts'

type List = typeof ownProjects.listOwnProjects

export async function listOwnProjects(
  services: Pick<Services, 'database' | 'secrets'>,
  request: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  const own = await listProjects(services.database, managedProjectIds(requireOwner(request)))
  return { items: own.map((project) => ownProjectShape(services, project)), is_paginated: false }
}
