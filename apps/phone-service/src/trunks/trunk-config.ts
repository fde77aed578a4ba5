import { randomUUID } from 'node:crypto'
import type { TrunkConfig } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import {
  claimLine,
  closeLines,
  findLimits,
  freshLimits,
  judgeDestination,
  logRefusal,
} from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import type { StoredPassword, StoredTrunk } from './trunks.ts'

type Tools = Pick<Services, 'database' | 'secrets' | 'settings' | 'now' | 'log'>

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

/** What the engine needs to use a trunk. */
export function configOf(tools: Tools, trunk: StoredTrunk): TrunkConfig {
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
    mayRedirectTo: (target) => mayRedirect(tools, trunk.workspaceId, target),
  }
}

/** A trunk that sends a call elsewhere passes the same rules and caps as somebody who dials there. */
async function mayRedirect(tools: Tools, workspaceId: string, target: string): Promise<boolean> {
  const limits = await findLimits(tools.database, workspaceId, freshLimits(tools.settings.homeCountry))
  const dialler = { workspaceId, userId: null }
  const judged = judgeDestination(target, understandNumber(target, limits.homeCountry), limits, () => false)
  if (judged instanceof PhoneError) {
    await logRefusal(tools, dialler, target, judged)
    return false
  }
  const lineId = randomUUID()
  try {
    // The call itself has its line; this one only counts the further start.
    await claimLine(tools, dialler, { lineId, dialled: target })
    await closeLines(tools.database, workspaceId, [lineId])
    return true
  } catch (error) {
    if (error instanceof PhoneError) return false
    tools.log.error('trunk.redirect-failed', { workspaceId, error })
    return false
  }
}
