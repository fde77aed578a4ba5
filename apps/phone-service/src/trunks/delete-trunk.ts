import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { deleteTrunkRow } from './trunks.ts'

type DeleteTrunk = typeof trunks.deleteTrunk

export async function deleteTrunk(
  { database, engine, log }: Services,
  { caller, params }: Requested<DeleteTrunk>,
): Promise<ResponseOf<DeleteTrunk>> {
  const wasThere = await deleteTrunkRow(database, caller.workspaceId, params.trunk)
  if (!wasThere) throw new PhoneError('TRUNK_NOT_FOUND')
  await engine.removeTrunk(params.trunk)
  log.info('trunk.deleted', { trunkId: params.trunk, workspaceId: caller.workspaceId, userId: caller.userId })
  return { success: true }
}
