import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { LiveService } from '../live/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { deleteTrunkRow, listTrunks } from './records/index.ts'

/** Deletes the trunks of a workspace that no longer exists. */
export async function deleteTrunksOfWorkspace(services: Services, workspaceId: string): Promise<void> {
  const context = createServiceContext(services, { workspaceId, userId: null })
  for (const { id } of await listTrunks(services.database, workspaceId)) {
    await context.transaction(async (transaction) => {
      await deleteTrunkRow(transaction, workspaceId, id)
      await transaction.audit('trunk.deleted', { type: 'trunk', id })
    })
    await services.engine.removeTrunk(id)
    services.log.info('trunk.deleted', { trunkId: id, workspaceId })
  }
}

type DeleteTrunk = typeof trunks.deleteTrunk

export async function deleteTrunk(
  { engine, log, live }: Services & LiveService,
  { user, params, transaction }: PhoneRequest<DeleteTrunk>,
): Promise<ResponseOf<DeleteTrunk>> {
  const wasDeleted = await transaction(async (changes) => {
    const isDeleted = await deleteTrunkRow(changes, user.workspaceId, params.trunk)
    if (isDeleted) await changes.audit('trunk.deleted', { type: 'trunk', id: params.trunk })
    return isDeleted
  })
  if (!wasDeleted) throw new PhoneError('TRUNK_NOT_FOUND')
  await engine.removeTrunk(params.trunk)
  live.sendToWorkspace(user.workspaceId, { type: 'me.changed' })
  log.info('trunk.deleted', { trunkId: params.trunk, workspaceId: user.workspaceId, userId: user.userId })
  return { success: true }
}
