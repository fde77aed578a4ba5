import { findLimits, freshLimits } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import { findWorkspaceOfTrunk } from '../trunks/index.ts'
import { carrierTrunkId } from './carrier-access.ts'
import { findOwner } from './carrier-numbers.ts'

/** The workspace, and possibly the user, that an incoming call is for. */
export interface IncomingLine {
  readonly workspaceId: string
  /** The user for whom the call rings; null when it rings for every member. */
  readonly userId: string | null
  /** The called number; null when it is not a known number of the workspace. */
  readonly number: string | null
  readonly homeCountry: string
}

/**
 * Returns the target of an incoming call: the owner of a number of the simulated telephone network, or the workspace
 * of the trunk. Null when the number is unassigned.
 */
export async function findIncomingLine(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { trunkId, to }: { trunkId: string; to: string },
): Promise<IncomingLine | null> {
  if (trunkId === carrierTrunkId) {
    const called = understandNumber(to, settings.homeCountry)
    const owner = called.kind === 'number' ? await findOwner(database, called.number) : null
    if (!owner || called.kind !== 'number') return null
    return { ...owner, number: called.number, homeCountry: settings.homeCountry }
  }
  const workspaceId = await findWorkspaceOfTrunk(database, trunkId)
  if (!workspaceId) return null
  const { homeCountry } = await findLimits(database, workspaceId, freshLimits(settings.homeCountry))
  return { workspaceId, userId: null, number: null, homeCountry }
}
