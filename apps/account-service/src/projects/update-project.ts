import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import { recordAudit } from '../platform/audit/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from './apply-config-patch.ts'
import { lockProject, updateProjectRow } from './projects.ts'
import { serializeManagedProject } from './serialize-managed-project.ts'

type Update = typeof managedProjects.updateProject

/** Concurrent updates of different fields both succeed: the project is locked while the patch is applied. */
export async function updateProject(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  { project: { id }, actor, body, info }: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  return await services.database.transaction().execute(async (transaction) => {
    const before = await lockProject(transaction, id)
    const patch = body.config ?? {}
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    await updateProjectRow(transaction, id, {
      displayName: body.display_name,
      description: body.description === null ? '' : body.description,
      isProductionMode: body.is_production_mode,
      config: applyConfigPatch(services, before.config, patch),
    })
    await recordAudit(transaction, {
      projectId: id,
      actor,
      action: 'project.updated',
      subject: { type: 'project', id },
      details: { changed: [...Object.keys(body), ...Object.keys(patch)].join(' ') },
      info,
      at: services.now(),
    })
    return serializeManagedProject(services, await lockProject(transaction, id))
  })
}
