import { getOrCreateLimits } from '../limits/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import { AccountServiceUnavailableError, type AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findTrunkOwner } from '../trunks/index.ts'
import { findPersonalNumberOwner } from './personal-numbers.ts'
import { simulatedPstnTrunkId } from './simulated-pstn-access.ts'

/** The workspace, and possibly the user, that an incoming call is for. */
export interface IncomingTarget {
  readonly workspaceId: string
  /** The user for whom the call rings; null when it rings for every member. */
  readonly userId: string | null
  /** The called number; null when it is not a known number of the workspace. */
  readonly number: string | null
  readonly homeCountry: string
}

/**
 * Returns the target of an incoming call: the owner of a number of the simulated telephone network, or the
 * workspace of the trunk. Null when the number is unassigned, or when the workspace may have no trunks.
 */
export async function findIncomingTarget(
  services: Pick<Services, 'database' | 'settings'> & AuthenticationService,
  { trunkId, to }: { trunkId: string; to: string },
): Promise<IncomingTarget | null> {
  const { database, settings, authentication } = services
  if (trunkId === simulatedPstnTrunkId) {
    const called = parseNumber(to, settings.homeCountry)
    const owner = called.kind === 'number' ? await findPersonalNumberOwner(database, called.number) : null
    if (!owner || called.kind !== 'number') return null
    return { ...owner, number: called.number, homeCountry: settings.homeCountry }
  }
  const workspaceId = (await findTrunkOwner(database, trunkId))?.workspaceId
  if (!workspaceId || !(await mayTakeCalls(authentication, workspaceId))) return null
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  return { workspaceId, userId: null, number: null, homeCountry }
}

/**
 * Returns whether the operator allows a workspace to have trunks. An outage of the account service rejects no
 * calls.
 */
async function mayTakeCalls(
  { trunkGrants, now }: AuthenticationService['authentication'],
  workspaceId: string,
): Promise<boolean> {
  try {
    return await trunkGrants.find(workspaceId, now())
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) return true
    throw error
  }
}
