import type { AccountHandlers } from '../platform/request-context/index.ts'
import { createTeam } from './create-team.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeam } from './get-team.ts'
import { listTeams } from './list-teams.ts'
import { updateTeam } from './update-team.ts'

export { addMember } from './add-member.ts'
export { authorizeTeam } from './authorize-team.ts'
export { insertTeamWithCreator } from './insert-team-with-creator.ts'
export { serializeTeam } from './serialize-team.ts'
export { setTrunkGrant } from './trunk-grants.ts'

export const teamHandlers = {
  'POST /teams': createTeam,
  'GET /teams': listTeams,
  'GET /teams/{team}': getTeam,
  'PATCH /teams/{team}': updateTeam,
  'DELETE /teams/{team}': deleteTeam,
} satisfies Partial<AccountHandlers>
