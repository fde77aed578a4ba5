import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { checkTrunkHosts, readTrunkNumbers } from './check-trunk.ts'
import { configOf, keepPassword } from './trunk-config.ts'
import { claimTrunkNumbers } from './trunk-numbers.ts'
import { findTrunk, insertTrunk, listTrunks, replaceTrunk, type StoredTrunk } from './trunks.ts'
import { viewTrunks } from './view-trunk.ts'

type CreateTrunk = typeof trunks.createTrunk
type UpdateTrunk = typeof trunks.updateTrunk

const mostTrunks = 20

export async function createTrunk(
  services: Services,
  { caller, body }: Requested<CreateTrunk>,
): Promise<ResponseOf<CreateTrunk>> {
  const { database, now } = services
  const existing = await listTrunks(database, caller.workspaceId)
  if (existing.length >= mostTrunks) throw new PhoneError('TRUNK_LIMIT')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await readTrunkNumbers(services, caller.workspaceId, typed)
  const trunk: StoredTrunk = {
    ...fields,
    id: randomUUID(),
    workspaceId: caller.workspaceId,
    password: password === null ? null : keepPassword(services, password),
    createdAt: new Date(now()),
  }
  return await saveAndUse(services, trunk, numbers, insertTrunk)
}

export async function updateTrunk(
  services: Services,
  { caller, params, body }: Requested<UpdateTrunk>,
): Promise<ResponseOf<UpdateTrunk>> {
  const stored = await findTrunk(services.database, caller.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await readTrunkNumbers(services, caller.workspaceId, typed)
  return await saveAndUse(
    services,
    { ...stored, ...fields, password: passwordAfter(services, stored, password) },
    numbers,
    replaceTrunk,
  )
}

function passwordAfter(services: Services, stored: StoredTrunk, password: string | null | undefined) {
  if (password === undefined) return stored.password
  return password === null ? null : keepPassword(services, password)
}

async function saveAndUse(
  services: Services,
  trunk: StoredTrunk,
  numbers: readonly string[],
  save: typeof insertTrunk,
): Promise<ResponseOf<CreateTrunk>> {
  await services.database.transaction().execute(async (transaction) => {
    await save(transaction, trunk)
    const { workspaceId, id: trunkId } = trunk
    const taken = await claimTrunkNumbers(transaction, { workspaceId, trunkId }, numbers)
    if (taken) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: taken })
  })
  await services.engine.useTrunk(configOf(services, trunk, numbers))
  services.log.info('trunk.saved', { trunkId: trunk.id, workspaceId: trunk.workspaceId })
  const [view] = await viewTrunks(services, trunk.workspaceId, [trunk])
  return view!
}
