import { randomUUID } from 'node:crypto'
import { resolveTrunkAddresses } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { checkTrunkHosts, parseTrunkNumbers } from './check-trunk.ts'
import { requireTrunkGrant } from './require-trunk-grant.ts'
import { serializeTrunks } from './serialize-trunk.ts'
import { claimTrunkAddresses } from './trunk-addresses.ts'
import { encryptPassword, toAddressClaim, toTrunkConfig } from './trunk-config.ts'
import { claimTrunkNumbers } from './trunk-numbers.ts'
import { findTrunk, insertTrunk, replaceTrunk, type StoredTrunk, type TrunkFields } from './trunks.ts'

type CreateTrunk = typeof trunks.createTrunk
type UpdateTrunk = typeof trunks.updateTrunk

const maxTrunks = 20

/** The peer and the account that a stored password was saved for. */
const peerFields = ['host', 'port', 'transport', 'outboundProxy', 'username'] as const

export async function createTrunk(
  services: Services & AuthenticationService,
  { user, body }: PhoneRequest<CreateTrunk>,
): Promise<ResponseOf<CreateTrunk>> {
  await requireTrunkGrant(services, user.workspaceId)
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
  services: Services & AuthenticationService,
  { user, params, body }: PhoneRequest<UpdateTrunk>,
): Promise<ResponseOf<UpdateTrunk>> {
  await requireTrunkGrant(services, user.workspaceId)
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...fields } = body
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk = { ...stored, ...fields, password: resolvePassword(services, stored, fields, password) }
  return await saveAndApply(services, trunk, numbers, (transaction) => replaceTrunk(transaction, trunk))
}

/**
 * Returns the password after an update. The stored one is used only with the peer and the account that it was saved
 * with, so that it cannot be sent to another server.
 *
 * @throws {PhoneError} `TRUNK_PASSWORD_REQUIRED`
 */
function resolvePassword(
  services: Services,
  stored: StoredTrunk,
  fields: TrunkFields,
  password: string | null | undefined,
) {
  if (password === null) return null
  if (password !== undefined) return encryptPassword(services, password)
  const isSamePeer = peerFields.every((field) => stored[field] === fields[field])
  if (stored.password !== null && !isSamePeer) throw new PhoneError('TRUNK_PASSWORD_REQUIRED')
  return stored.password
}

async function saveAndApply(
  services: Services,
  trunk: StoredTrunk,
  numbers: readonly string[],
  save: (transaction: Services['database']) => Promise<void>,
): Promise<ResponseOf<CreateTrunk>> {
  const addresses = await resolveTrunkAddresses(trunk)
  await services.database.transaction().execute(async (transaction) => {
    await save(transaction)
    const { workspaceId, id: trunkId } = trunk
    const taken = await claimTrunkNumbers(transaction, { workspaceId, trunkId }, numbers)
    if (taken) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: taken })
    const conflict = await claimTrunkAddresses(transaction, toAddressClaim(trunk, numbers, addresses))
    if (conflict?.number) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: conflict.number })
    if (conflict) throw new PhoneError('TRUNK_ADDRESS_TAKEN')
  })
  await services.engine.useTrunk(toTrunkConfig(services, trunk, numbers))
  services.log.info('trunk.saved', { trunkId: trunk.id, workspaceId: trunk.workspaceId })
  const [view] = await serializeTrunks(services, trunk.workspaceId, [trunk])
  return required(view, 'the view of a single row')
}
