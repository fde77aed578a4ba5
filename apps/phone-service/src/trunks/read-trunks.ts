import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findTrunk, listTrunks as listStored } from './trunks.ts'
import { viewTrunks } from './view-trunk.ts'

export async function listTrunks(
  services: Services,
  { caller }: Requested<typeof trunks.listTrunks>,
): Promise<ResponseOf<typeof trunks.listTrunks>> {
  const stored = await listStored(services.database, caller.workspaceId)
  return { items: await viewTrunks(services, caller.workspaceId, stored) }
}

export async function getTrunk(
  services: Services,
  { caller, params }: Requested<typeof trunks.getTrunk>,
): Promise<ResponseOf<typeof trunks.getTrunk>> {
  const stored = await findTrunk(services.database, caller.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')
  const [view] = await viewTrunks(services, caller.workspaceId, [stored])
  return view!
}
