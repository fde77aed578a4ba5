import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { addTeamMember } from './add-team-member.ts'
import { getMemberProfile } from './get-member-profile.ts'
import { listMemberProfiles } from './list-member-profiles.ts'
import { removeTeamMember } from './remove-team-member.ts'
import { updateMemberProfile } from './update-member-profile.ts'

export const teamMembershipHandlers = {
  'POST /team-memberships/{team}/{user}': addTeamMember,
  'DELETE /team-memberships/{team}/{user}': removeTeamMember,
  'GET /team-member-profiles': listMemberProfiles,
  'GET /team-member-profiles/{team}/{user}': getMemberProfile,
  'PATCH /team-member-profiles/{team}/{user}': updateMemberProfile,
} satisfies Partial<AccountHandlers>
