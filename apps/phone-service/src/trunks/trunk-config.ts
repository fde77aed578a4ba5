import type { TrunkConfig } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { findLimits, freshLimits, judgeDestination, logRefusal } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import type { StoredPassword, StoredTrunk } from './trunks.ts'

type Tools = Pick<Services, 'database' | 'secrets' | 'settings' | 'now'>

/** Binds an encrypted password to its column, so that it cannot be decrypted in another context. */
const passwordPurpose = 'trunks.password'

/** Of a shorter password, the last four characters would reveal too much. */
const showsLastFourFrom = 12

export function keepPassword({ secrets }: Pick<Services, 'secrets'>, password: string): StoredPassword {
  return {
    encrypted: secrets.seal(password, passwordPurpose),
    lastFour: password.length >= showsLastFourFrom ? password.slice(-4) : null,
  }
}

/**
 * Returns the engine's configuration of a trunk. The engine assigns incoming calls by number when two workspaces have
 * a trunk at the same provider.
 */
export function configOf(tools: Tools, trunk: StoredTrunk, numbers: readonly string[]): TrunkConfig {
  const { id, host, port, transport, username, registration, outboundProxy, mediaEncryption } = trunk
  return {
    id,
    host,
    port,
    transport,
    username,
    password: trunk.password ? tools.secrets.open(trunk.password.encrypted, passwordPurpose) : null,
    registration,
    outboundProxy,
    mediaEncryption,
    codecs: ['PCMU', 'PCMA'],
    numbers,
    mayRedirectTo: (target) => refuseRedirection(tools, trunk.workspaceId, target),
  }
}

/**
 * Refuses and records every redirection by a trunk: its target was not dialled by a user, and the call could not show
 * whom it is with. If the rules of the workspace refuse the target too, their error code is recorded.
 */
async function refuseRedirection(tools: Tools, workspaceId: string, target: string): Promise<false> {
  const limits = await findLimits(tools.database, workspaceId, freshLimits(tools.settings.homeCountry))
  const judged = judgeDestination(target, understandNumber(target, limits.homeCountry), limits, () => false)
  const refusal = judged instanceof PhoneError ? judged : { code: 'REDIRECTION_NOT_FOLLOWED' }
  await logRefusal(tools, { workspaceId, userId: null }, target, refusal)
  return false
}
