import type { TrunkConfig } from '@parley/call-engine'
import { listCalledForms } from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'
import {
  type AddressClaim,
  isAccepted,
  listTrunkAddresses,
  listTrunkNumbers,
  type StoredPassword,
  type StoredTrunk,
} from './records/index.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

export type OwnedTrunkConfig = TrunkConfig & { readonly owner: string; readonly revision: string }

/** Binds an encrypted password to its column, so that it cannot be decrypted in another context. */
const passwordPurpose = 'trunks.password'

/** Of a shorter password, the last four characters would reveal too much. */
const minLengthForLastFour = 12

export function encryptPassword({ secrets }: Pick<Services, 'secrets'>, password: string): StoredPassword {
  return {
    encrypted: secrets.seal(password, passwordPurpose),
    lastFour: password.length >= minLengthForLastFour ? password.slice(-4) : null,
  }
}

/** Numbers and addresses of a trunk at its provider. */
export interface TrunkAssets {
  /** In E.164. */
  readonly numbers: readonly string[]
  /** The IP addresses that are assigned to it. */
  readonly addresses: readonly string[]
}

/**
 * Returns the engine's configuration of a trunk. The engine assigns incoming calls by number when two workspaces have a
 * trunk at the same provider.
 */
export function toTrunkConfig(
  deps: Pick<Services, 'secrets'> & TrunkLeaseService,
  trunk: StoredTrunk,
  { numbers, addresses }: TrunkAssets,
): OwnedTrunkConfig {
  const { id, host, port, transport, username, outboundProxy, mediaEncryption, revision, allowsRefer } = trunk
  return {
    id,
    host,
    port,
    transport,
    username,
    password: trunk.password ? deps.secrets.open(trunk.password.encrypted, passwordPurpose) : null,
    // Without the lease, this node uses the trunk for outgoing calls.
    registration: deps.trunkLeases.holds(id) ? trunk.registration : 'none',
    outboundProxy,
    mediaEncryption,
    codecs: ['PCMU', 'PCMA'],
    numbers: numbers.flatMap(listCalledForms),
    createdAt: trunk.createdAt.getTime(),
    owner: trunk.workspaceId,
    revision,
    isAccepted: isAccepted(trunk),
    allowsRefer,
    grantedAddresses: addresses,
  }
}

/** Returns the engine's configuration of a stored trunk. */
export async function readTrunkConfig(
  deps: Pick<Services, 'database' | 'secrets'> & TrunkLeaseService,
  trunk: StoredTrunk,
): Promise<OwnedTrunkConfig> {
  const [numbers, addresses] = await Promise.all([
    readTrunkNumbers(deps.database, trunk),
    listTrunkAddresses(deps.database, trunk.id),
  ])
  return toTrunkConfig(deps, trunk, { numbers, addresses })
}

/** Returns the numbers of a trunk in E.164. */
export async function readTrunkNumbers(
  database: Services['database'],
  { workspaceId, id }: Pick<StoredTrunk, 'workspaceId' | 'id'>,
): Promise<string[]> {
  const numbers = await listTrunkNumbers(database, workspaceId)
  return numbers.filter(({ trunkId }) => trunkId === id).map(({ number }) => number)
}

/** Returns the claim of a trunk to IP addresses. */
export function toAddressClaim(trunk: StoredTrunk, { numbers, addresses }: TrunkAssets): AddressClaim {
  const { id: trunkId, workspaceId, createdAt, username, password, registration } = trunk
  const hasCredentials = username !== null && password !== null
  return { trunkId, workspaceId, createdAt, registration, hasCredentials, numbers, addresses }
}
