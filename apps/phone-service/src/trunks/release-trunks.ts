import type { AuthenticationService } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { releaseTrunkAddresses } from './records/index.ts'

/**
 * Releases the addresses of providers that a workspace without members occupies, and with them its numbers there, so
 * that other workspaces can have them. When it has members again, its trunks claim them like new ones. No-op for a
 * workspace with members.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function releaseTrunksWithoutMembers(
  services: Services & AuthenticationService,
  workspaceId: string,
): Promise<void> {
  if (await services.authentication.trunkGrants.hasMembers(workspaceId)) return
  const context = createServiceContext(services, { workspaceId, userId: null })
  await context.transaction(async (transaction) => {
    for (const id of await releaseTrunkAddresses(transaction, workspaceId)) {
      await transaction.audit('trunk.released', { type: 'trunk', id })
      services.log.info('trunk.released', { trunkId: id, workspaceId })
    }
  })
}
