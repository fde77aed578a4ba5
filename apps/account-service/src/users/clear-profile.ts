import type { ServiceTransaction } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import { serializeTeam } from '../teams/index.ts'
import {
  countMemberships,
  findTeam,
  listMemberships,
  type Membership,
  updateMembershipRow,
  updateTeamRow,
} from '../teams/records/index.ts'
import { deleteImages } from './images/index.ts'
import { toPersonalTeamName } from './personal-team-name.ts'
import { findUser, updateUserRow } from './records/index.ts'

const emptyProfile = { displayName: null, profileImageUrl: null }

/**
 * Removes the name, the picture and the metadata of a user, also as a member of teams, and renames the teams
 * without other members after the e-mail address: one of them was named after the user at sign-up.
 */
export async function clearProfile(
  transaction: ServiceTransaction,
  project: Project,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  const user = await findUser(transaction, project.id, userId)
  const memberships = await listMemberships(transaction, project.id, { userId })
  await updateUserRow(transaction, project.id, userId, { ...emptyProfile, clientMetadata: null })
  for (const membership of memberships) {
    await updateMembershipRow(transaction, membership, emptyProfile)
    await renameOwnTeam(transaction, project, membership, email)
  }
  const urls = memberships.map(({ profileImageUrl }) => profileImageUrl)
  await deleteImages(transaction, project.id, [user?.profileImageUrl ?? null, ...urls])
}

async function renameOwnTeam(
  transaction: ServiceTransaction,
  project: Project,
  { teamId }: Pick<Membership, 'teamId'>,
  email: string,
): Promise<void> {
  if ((await countMemberships(transaction, project.id, { teamId })) > 1) return
  const displayName = toPersonalTeamName(project, null, email)
  const before = await findTeam(transaction, project.id, teamId)
  const changed = await updateTeamRow(transaction, project.id, teamId, { displayName, profileImageUrl: null })
  if (!before || !changed) return
  await deleteImages(transaction, project.id, [before.profileImageUrl])
  await transaction.publish('team.updated', serializeTeam(changed))
}
