import { randomUUID } from 'node:crypto'
import { resolveTrunkAddresses } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { saveTrunkChange } from '../emergency/records/index.ts'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { ServiceContext, ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { toVisibleName } from '../visible-name.ts'
import { useTrunk } from './apply-trunks.ts'
import { checkTrunkHosts, parseTrunkNumbers } from './check-trunk.ts'
import {
  claimTrunkAddresses,
  claimTrunkNumbers,
  findTrunk,
  insertTrunk,
  replaceTrunk,
  type StoredTrunk,
  type TrunkFields,
} from './records/index.ts'
import { requireTrunkGrant } from './require-trunk-grant.ts'
import { serializeTrunks } from './serialize-trunk.ts'
import { encryptPassword, toAddressClaim, toTrunkConfig } from './trunk-config.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

type CreateTrunk = typeof trunks.createTrunk
type UpdateTrunk = typeof trunks.updateTrunk

const maxTrunks = 20

const hostFields = ['host', 'port', 'transport', 'outboundProxy'] as const
/** The peer and the account that a stored password was saved for. */
const peerFields = [...hostFields, 'username'] as const

export async function createTrunk(
  services: Services & AuthenticationService & TrunkLeaseService & LiveService,
  { user, body, transaction }: PhoneRequest<CreateTrunk>,
): Promise<ResponseOf<CreateTrunk>> {
  await requireTrunkGrant(services, user.workspaceId)
  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...given } = body
  const fields = toTrunkFields(given)
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk: StoredTrunk = {
    ...fields,
    id: randomUUID(),
    workspaceId: user.workspaceId,
    password: password === null ? null : encryptPassword(services, password),
    revision: randomUUID(),
    acceptedAt: null,
    createdAt: services.now(),
  }
  return await saveAndApply(services, { trunk, numbers, transaction }, async (changes) => {
    if (!(await insertTrunk(changes, trunk, maxTrunks))) throw new PhoneError('TRUNK_LIMIT')
    await changes.audit('trunk.created', { type: 'trunk', id: trunk.id }, toAuditDetails(trunk, numbers))
  })
}

export async function updateTrunk(
  services: Services & AuthenticationService & TrunkLeaseService & LiveService,
  { user, params, body, transaction }: PhoneRequest<UpdateTrunk>,
): Promise<ResponseOf<UpdateTrunk>> {
  await requireTrunkGrant(services, user.workspaceId)
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')

  await checkTrunkHosts(services, body)
  const { numbers: typed, password, ...given } = body
  const fields = toTrunkFields(given)
  const numbers = await parseTrunkNumbers(services, user.workspaceId, typed)
  const trunk = {
    ...stored,
    ...fields,
    revision: randomUUID(),
    password: resolvePassword(services, stored, fields, password),
    // With a mistyped password, it does not lose its numbers to another workspace.
    acceptedAt: isEqualIn(hostFields, stored, fields) ? stored.acceptedAt : null,
  }
  return await saveAndApply(services, { trunk, numbers, transaction }, async (changes) => {
    // It may have been deleted since it was read.
    if (!(await replaceTrunk(changes, trunk))) throw new PhoneError('TRUNK_NOT_FOUND')
    const isEmergencyRoute = await saveTrunkChange(changes, trunk.id, services.now())
    // The emergency services call back.
    if (isEmergencyRoute && numbers.length === 0) throw new PhoneError('EMERGENCY_ROUTE_NEEDS_NUMBER')
    await changes.audit(
      'trunk.updated',
      { type: 'trunk', id: trunk.id },
      { ...toAuditDetails(trunk, numbers), passwordChanged: password !== undefined },
    )
  })
}

/** Returns the fields of a trunk with its media encryption: preferred where TLS protects the keys. @throws {PhoneError} */
function toTrunkFields(
  given: Omit<TrunkFields, 'mediaEncryption'> & { readonly mediaEncryption?: 'off' | 'sdes' },
): TrunkFields {
  const { name, mediaEncryption = given.transport === 'tls' ? 'sdes' : 'off' } = given
  return { ...given, name: toVisibleName(name), mediaEncryption }
}

/**
 * Returns the password after an update. The stored one is used only with the peer and the account that it was
 * saved with, so that it cannot be sent to another server.
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
  if (stored.password !== null && !isEqualIn(peerFields, stored, fields))
    throw new PhoneError('TRUNK_PASSWORD_REQUIRED')
  return stored.password
}

function isEqualIn(names: readonly (keyof TrunkFields)[], stored: TrunkFields, fields: TrunkFields): boolean {
  return names.every((name) => stored[name] === fields[name])
}

interface SavedTrunk extends Pick<ServiceContext, 'transaction'> {
  readonly trunk: StoredTrunk
  readonly numbers: readonly string[]
}

/** Returns what identifies a trunk in the audit log. Without its password. */
function toAuditDetails(
  { name, host, port, username, allowsRefer }: StoredTrunk,
  numbers: readonly string[],
) {
  return { name, host, port, username, allowsRefer, numbers: numbers.join(' ') }
}

async function saveAndApply(
  services: Services & AuthenticationService & TrunkLeaseService & LiveService,
  { trunk, numbers, transaction }: SavedTrunk,
  save: (changes: ServiceTransaction) => Promise<void>,
): Promise<ResponseOf<CreateTrunk>> {
  const addresses = await resolveTrunkAddresses(trunk)
  await transaction(async (changes) => {
    await save(changes)
    const { workspaceId, id: trunkId } = trunk
    const taken = await claimTrunkNumbers(changes, { workspaceId, trunkId }, numbers)
    if (taken) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: taken })
    const conflict = await claimTrunkAddresses(changes, toAddressClaim(trunk, { numbers, addresses }))
    if (conflict?.number) throw new PhoneError('TRUNK_NUMBER_TAKEN', { number: conflict.number })
    if (conflict) throw new PhoneError('TRUNK_ADDRESS_TAKEN')
  })
  await services.trunkLeases.claim([trunk])
  const outcome = await useTrunk(services, toTrunkConfig(services, trunk, { numbers, addresses }))
  if (outcome === 'deleted') throw new PhoneError('TRUNK_NOT_FOUND')
  if (outcome === 'denied') throw new PhoneError('TRUNKS_NOT_GRANTED')
  // Open tabs propose its numbers as caller IDs, and say which numbers can be called.
  services.live.sendToWorkspace(trunk.workspaceId, { type: 'me.changed' })
  services.log.info('trunk.saved', { trunkId: trunk.id, workspaceId: trunk.workspaceId })
  const [view] = await serializeTrunks(services, trunk.workspaceId, [trunk])
  return required(view, 'the view of a single row')
}
