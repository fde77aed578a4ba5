import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { checkTrunkHosts, parseTrunkNumbers } from './check-trunk.ts'
import { serializeTrunks } from './serialize-trunk.ts'
import { encryptPassword, toTrunkConfig } from './trunk-config.ts'
import { claimTrunkNumbers } from './trunk-numbers.ts'
import { findTrunk, insertTrunk, replaceTrunk, type StoredTrunk } from './trunks.ts'

type CreateTrunk = typeof trunks.createTrunk
type UpdateTrunk = typeof trunks.updateTrunk

const maxTrunks = 20

export async function createTrunk(
  services: Services,
  { user, body }: PhoneRequest<CreateTrunk>,
): Promise<ResponseOf<CreateTrunk>> {
  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk: StoredTrunk = {
    ...fields,
    id: randomUUID(),
    workspaceId: user.workspaceId,
    password: password === null ? null : encryptPassword(services, password),
    createdAt: services.now(),
  }
  return await saveAndApply(services, trunk, numbers, async (transaction) => {
    if (!(await insertTrunk(transaction, trunk, maxTrunks))) throw new PhoneError('TRUNK_LIMIT')
  })
}

export async function updateTrunk(
  services: Services,
  { user, params, body }: PhoneRequest<UpdateTrunk>,
): Promise<ResponseOf<UpdateTrunk>> {
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk = { ...stored, ...fields, password: resolvePassword(services, stored, password) }
  return await saveAndApply(services, trunk, numbers, (transaction) => replaceTrunk(transaction, trunk))
}

function resolvePassword(services: Services, stored: StoredTrunk, password: string | null | undefined) {
  if (password === undefined) return stored.password
  return password === null ? null : encryptPassword(services, password)
}

async function saveAndApply(
  services: Services,
  trunk: StoredTrunk,
  numbers: readonly string[],
  save: (transaction: Services['database']) => Promise<void>,
): Promise<ResponseOf<CreateTrunk>> {
  await services.database.transaction().execute(async (transaction) => {
    await save(transaction)
    const { workspaceId, id: trunkId } = trunk
    const taken = await claimTrunkNumbers(transaction, { workspaceId, trunkId }, numbers)
    if (taken) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: taken })
  })
  await services.engine.useTrunk(toTrunkConfig(services, trunk, numbers))
  services.log.info('trunk.saved', { trunkId: trunk.id, workspaceId: trunk.workspaceId })
  const [view] = await serializeTrunks(services, trunk.workspaceId, [trunk])
  return required(view, 'the view of a single row')
}
