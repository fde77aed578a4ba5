import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Services } from '../services.ts'
import {
  addManagedProject,
  findUser,
  lockUser,
  managedProjectIds,
  type User,
} from '../users/records/index.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from './apply-config-patch.ts'
import { insertProjectWithDefaults } from './insert-project-with-defaults.ts'
import { prepareLogos, storeLogos } from './logos.ts'
import { lockProject, projectConfig, serializeManagedProject, updateProjectRow } from './records/index.ts'
import { requireOwner } from './require-owner.ts'

type Create = typeof managedProjects.createProject

export async function createProject(
  services: Pick<Services, 'rateLimits' | 'secrets' | 'options' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { body, project } = request
  const owner = requireOwner(request)
  const { config: patch = {} } = body
  const id = randomUUID()
  const defaults = projectConfig.parse({})
  const limit = project.settings.max_projects_per_owner
  requireFewerProjects(owner, limit)
  const prepared = await prepareLogos(services, request, defaults.logos, body)

  return await request.transaction(async (transaction) => {
    await requireProjectQuota(transaction, owner, limit)
    const draft = {
      id,
      displayName: body.display_name,
      description: body.description ?? '',
      isProductionMode: body.is_production_mode,
      config: applyConfigPatch(services, defaults, patch),
    }
    await insertProjectWithDefaults(transaction.as({ type: 'user', id: owner.id }), draft, services.now())
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    const config = (await lockProject(transaction, id)).config
    await updateProjectRow(transaction, id, {
      config: {
        ...config,
        logos: await storeLogos(services, transaction, id, { before: config.logos, prepared }),
        onboarding_status: body.onboarding_status ?? config.onboarding_status,
      },
    })
    await addManagedProject(transaction, owner, id)
    return serializeManagedProject(services, await lockProject(transaction, id))
  })
}

/**
 * Locks the owner, so that concurrent requests count each other's projects.
 *
 * @throws {KnownError} PROJECT_LIMIT_REACHED
 */
async function requireProjectQuota(
  transaction: ServiceTransaction,
  { projectId, id }: User,
  limit: number | null,
): Promise<void> {
  if (limit === null) return
  await lockUser(transaction, id)
  const owner = await findUser(transaction, projectId, id)
  if (owner) requireFewerProjects(owner, limit)
}

/** @throws {KnownError} PROJECT_LIMIT_REACHED */
function requireFewerProjects(owner: User, limit: number | null): void {
  if (limit !== null && managedProjectIds(owner).length >= limit)
    throw new KnownError('PROJECT_LIMIT_REACHED', { limit })
}
