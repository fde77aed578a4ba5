import type { TrunkConfig } from '@parley/call-engine'
import { listCalledForms } from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'
import {
  type AddressClaim,
  claimFreeAddresses,
  type StoredPassword,
  type StoredTrunk,
} from './records/index.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

type Deps = Pick<Services, 'database' | 'secrets'>

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

/**
 * Returns the engine's configuration of a trunk with its numbers in E.164. The engine assigns incoming calls
 * by number when two workspaces have a trunk at the same provider.
 */
export function toTrunkConfig(
  deps: Deps & TrunkLeaseService,
  trunk: StoredTrunk,
  numbers: readonly string[],
): TrunkConfig & { readonly owner: string; readonly revision: string } {
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
    allowsRefer,
    claimAddresses: (addresses) => claimAddresses(deps, trunk, numbers, addresses),
  }
}

/** Returns the claim of a trunk to its IP addresses. */
export function toAddressClaim(
  trunk: StoredTrunk,
  numbers: readonly string[],
  addresses: readonly string[],
): AddressClaim {
  const { id: trunkId, workspaceId, createdAt, username, password, registration } = trunk
  const hasCredentials = username !== null && password !== null
  return { trunkId, workspaceId, createdAt, registration, hasCredentials, numbers, addresses }
}

/**
 * Assigns the IP addresses to which the hosts of a trunk resolve now. Returns those that no other workspace has. When
 * its name servers do not respond, the trunk retains its addresses.
 */
async function claimAddresses(
  { database }: Deps,
  trunk: StoredTrunk,
  numbers: readonly string[],
  addresses: readonly string[],
): Promise<readonly string[]> {
  if (addresses.length === 0) return addresses
  return await database
    .transaction()
    .execute((transaction) => claimFreeAddresses(transaction, toAddressClaim(trunk, numbers, addresses)))
}
