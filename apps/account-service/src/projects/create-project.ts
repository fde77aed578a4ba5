import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { addManagedProject } from '../users/records/index.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from './apply-config-patch.ts'
import { insertProjectWithDefaults } from './insert-project-with-defaults.ts'
import { serializeManagedProject } from './managed/serialize-managed-project.ts'
import { lockProject, projectConfig } from './records/index.ts'
import { requireOwner } from './require-owner.ts'

type Create = typeof managedProjects.createProject

export async function createProject(
  services: Pick<Services, 'secrets' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { body } = request
  const owner = requireOwner(request)
  const { config: patch = {} } = body
  const id = randomUUID()

  return await request.transaction(async (transaction) => {
    const draft = {
      id,
      displayName: body.display_name,
      description: body.description ?? '',
      isProductionMode: body.is_production_mode,
      config: applyConfigPatch(services, projectConfig.parse({}), patch),
    }
    await insertProjectWithDefaults(transaction.as({ type: 'user', id: owner.id }), draft, services.now())
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    await addManagedProject(transaction, owner, id)
    return serializeManagedProject(services, await lockProject(transaction, id))
  })
}
