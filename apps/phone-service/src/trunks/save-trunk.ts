import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { PhoneRequest } from '../request-context/index.ts'
import type { ServiceContext, ServiceTransaction } from '../service-context/index.ts'
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
  { user, body, transaction }: PhoneRequest<CreateTrunk>,
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
  return await saveAndApply(services, { trunk, numbers, transaction }, async (changes) => {
    if (!(await insertTrunk(changes, trunk, maxTrunks))) throw new PhoneError('TRUNK_LIMIT')
    await changes.audit('trunk.created', { type: 'trunk', id: trunk.id }, toAuditDetails(trunk, numbers))
  })
}

export async function updateTrunk(
  services: Services,
  { user, params, body, transaction }: PhoneRequest<UpdateTrunk>,
): Promise<ResponseOf<UpdateTrunk>> {
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk = { ...stored, ...fields, password: resolvePassword(services, stored, password) }
  return await saveAndApply(services, { trunk, numbers, transaction }, async (changes) => {
    await replaceTrunk(changes, trunk)
    await changes.audit(
      'trunk.updated',
      { type: 'trunk', id: trunk.id },
      { ...toAuditDetails(trunk, numbers), passwordChanged: password !== undefined },
    )
  })
}

function resolvePassword(services: Services, stored: StoredTrunk, password: string | null | undefined) {
  if (password === undefined) return stored.password
  return password === null ? null : encryptPassword(services, password)
}

interface SavedTrunk extends Pick<ServiceContext, 'transaction'> {
  readonly trunk: StoredTrunk
  readonly numbers: readonly string[]
}

/** Returns what identifies a trunk in the audit log. Without its password. */
function toAuditDetails({ name, host, port, username }: StoredTrunk, numbers: readonly string[]) {
  return { name, host, port, username, numbers: numbers.join(' ') }
}

async function saveAndApply(
  services: Services,
  { trunk, numbers, transaction }: SavedTrunk,
  save: (changes: ServiceTransaction) => Promise<void>,
): Promise<ResponseOf<CreateTrunk>> {
  await transaction(async (changes) => {
    await save(changes)
    const { workspaceId, id: trunkId } = trunk
    const taken = await claimTrunkNumbers(changes, { workspaceId, trunkId }, numbers)
    if (taken) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: taken })
  })
  await services.engine.useTrunk(toTrunkConfig(services, trunk, numbers))
  services.log.info('trunk.saved', { trunkId: trunk.id, workspaceId: trunk.workspaceId })
  const [view] = await serializeTrunks(services, trunk.workspaceId, [trunk])
  return required(view, 'the view of a single row')
}
