import type { ServiceTransaction } from '../platform/service-context/index.ts'
import { findTeam, lockTeam, type Team, updateTeamRow } from './records/index.ts'
import { serializeTeam } from './serialize-team.ts'

/** The phone reads it from the server metadata of a team, which only the operator's programs write. */
const grantField = 'trunks_granted'

/**
 * Allows or denies trunks to a workspace, which is a team of the phone's project. Returns the updated team,
 * or null if it does not exist.
 */
export async function setTrunkGrant(
  transaction: ServiceTransaction,
  projectId: string,
  teamId: string,
  isGranted: boolean,
): Promise<Team | null> {
  await lockTeam(transaction, teamId)
  const team = await findTeam(transaction, projectId, teamId)
  if (!team) return null

  const { [grantField]: _, ...metadata } = toRecord(team.serverMetadata)
  const serverMetadata = isGranted ? { ...metadata, [grantField]: true } : metadata
  const updated = await updateTeamRow(transaction, projectId, teamId, { serverMetadata })
  if (!updated) return null
  await transaction.audit(isGranted ? 'team.trunks_allowed' : 'team.trunks_denied', {
    type: 'team',
    id: teamId,
  })
  await transaction.publish('team.updated', serializeTeam(updated))
  return updated
}

function toRecord(metadata: unknown): Record<string, unknown> {
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? { ...metadata } : {}
}
