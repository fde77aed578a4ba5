import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from './apply-config-patch.ts'
import { prepareLogos, storeLogos } from './logos.ts'
import { lockProject, serializeManagedProject, updateProjectRow } from './records/index.ts'

type Update = typeof managedProjects.updateProject

/** Concurrent updates of different fields both succeed: the project is locked while the patch is applied. */
export async function updateProject(
  services: Pick<Services, 'rateLimits' | 'secrets' | 'options' | 'now'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const {
    project: { id, config },
    body,
  } = request
  const prepared = await prepareLogos(services, request, config.logos, body)
  return await request.transaction(async (transaction) => {
    const before = await lockProject(transaction, id)
    const patch = body.config ?? {}
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    await updateProjectRow(transaction, id, {
      displayName: body.display_name,
      description: body.description === null ? '' : body.description,
      isProductionMode: body.is_production_mode,
      config: {
        ...applyConfigPatch(services, before.config, patch),
        logos: await storeLogos(services, transaction, id, { before: before.config.logos, prepared }),
        onboarding_status: body.onboarding_status ?? before.config.onboarding_status,
      },
    })
    await transaction.audit(
      'project.updated',
      { type: 'project', id },
      { changed: [...Object.keys(body), ...Object.keys(patch)].join(' ') },
    )
    return serializeManagedProject(services, await lockProject(transaction, id))
  })
}
