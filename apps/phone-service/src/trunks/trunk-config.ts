import type { TrunkConfig } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { findLimits, freshLimits, judgeDestination, logRefusal } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import type { StoredPassword, StoredTrunk } from './trunks.ts'

type Tools = Pick<Services, 'database' | 'secrets' | 'settings' | 'now'>

/** Binds an encrypted password to its column, so that it cannot be read from another one. */
const passwordPurpose = 'trunks.password'

/** A shorter password would be given away by a part of it. */
const showsLastFourFrom = 12

export function keepPassword({ secrets }: Pick<Services, 'secrets'>, password: string): StoredPassword {
  return {
    encrypted: secrets.seal(password, passwordPurpose),
    lastFour: password.length >= showsLastFourFrom ? password.slice(-4) : null,
  }
}

/** What the engine needs to use a trunk. By its numbers it tells whose a call is, where two workspaces have one provider. */
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
 * A trunk that sends a call elsewhere is not followed: the leg that would come of it is not one that somebody dialled,
 * and the call could not say whom it is with. Where the rules of the workspace refuse the target too, the log says so.
 */
async function refuseRedirection(tools: Tools, workspaceId: string, target: string): Promise<false> {
  const limits = await findLimits(tools.database, workspaceId, freshLimits(tools.settings.homeCountry))
  const judged = judgeDestination(target, understandNumber(target, limits.homeCountry), limits, () => false)
  const refusal = judged instanceof PhoneError ? judged : { code: 'REDIRECTION_NOT_FOLLOWED' }
  await logRefusal(tools, { workspaceId, userId: null }, target, refusal)
  return false
}
