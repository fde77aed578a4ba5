import { teams } from '@parley/contract/account'
import type { AccountRouter } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { createTeam } from './create-team.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeam } from './get-team.ts'
import { listTeams } from './list-teams.ts'
import { updateTeam } from './update-team.ts'

export { addMember } from './add-member.ts'
export { insertTeamWithCreator } from './insert-team-with-creator.ts'
export { authorizeTeam, requireMember, requireTeamPermission } from './require-team-permission.ts'
export { serializeTeam } from './serialize-team.ts'
export {
  deleteMemberships,
  isMember,
  listMemberships,
  lockMembershipForShare,
  lockMemberships,
  type Membership,
  selectMemberImageUrls,
  updateMembershipRow,
} from './team-memberships.ts'
export { findTeam, selectTeamImageUrls } from './teams.ts'

export function serveTeams(serve: AccountRouter, services: Services): void {
  serve(teams.createTeam, (request) => createTeam(services, request))
  serve(teams.listTeams, (request) => listTeams(services, request))
  serve(teams.getTeam, (request) => getTeam(services, request))
  serve(teams.updateTeam, (request) => updateTeam(services, request))
  serve(teams.deleteTeam, (request) => deleteTeam(services, request))
}
