import { findLimits, freshLimits } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import { findWorkspaceOfTrunk } from '../trunks/index.ts'
import { carrierTrunkId } from './carrier-access.ts'
import { findOwner } from './carrier-numbers.ts'

/** Where a call from the telephone network belongs. */
export interface IncomingLine {
  readonly workspaceId: string
  /** For whom it rings; null when for every member. */
  readonly userId: string | null
  /** The number called, where it is known as one of ours. */
  readonly number: string | null
  readonly homeCountry: string
}

/** A carrier's number belongs to its owner, anything that a trunk brings to its workspace. Null where nobody has it. */
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
