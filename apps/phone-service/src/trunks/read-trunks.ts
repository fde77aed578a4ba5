import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findTrunk, listTrunks as listStored } from './records/index.ts'
import { serializeTrunks } from './serialize-trunk.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

export async function listTrunks(
  services: Services & TrunkLeaseService,
  { user }: PhoneRequest<typeof trunks.listTrunks>,
): Promise<ResponseOf<typeof trunks.listTrunks>> {
  const stored = await listStored(services.database, user.workspaceId)
  return { items: await serializeTrunks(services, user.workspaceId, stored) }
}

export async function getTrunk(
  services: Services & TrunkLeaseService,
  { user, params }: PhoneRequest<typeof trunks.getTrunk>,
): Promise<ResponseOf<typeof trunks.getTrunk>> {
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')
  const [view] = await serializeTrunks(services, user.workspaceId, [stored])
  return required(view, 'the view of a single row')
}
