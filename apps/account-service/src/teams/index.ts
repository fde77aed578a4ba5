import { teams } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createTeam } from './create-team.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeam } from './get-team.ts'
import { listTeams } from './list-teams.ts'
import { updateTeam } from './update-team.ts'

export { addMember } from './add-member.ts'
export { insertTeamWithCreator } from './create-team.ts'
export {
  changeMembership,
  deleteMemberships,
  holdMembership,
  imagesOfMembers,
  isMember,
  listMemberships,
  lockMemberships,
  type Membership,
} from './memberships.ts'
export { admitToTeam, requireMember, requireTeamPermission } from './require-team-permission.ts'
export { teamShape } from './team-shape.ts'
export { findTeam, imagesOfTeams } from './teams.ts'

export function serveTeams(serve: Serve, services: Services): void {
  serve(teams.createTeam, (request) => createTeam(services, request))
  serve(teams.listTeams, (request) => listTeams(services, request))
  serve(teams.getTeam, (request) => getTeam(services, request))
  serve(teams.updateTeam, (request) => updateTeam(services, request))
  serve(teams.deleteTeam, (request) => deleteTeam(services, request))
}
