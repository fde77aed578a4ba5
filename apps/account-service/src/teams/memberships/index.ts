import { teamMemberships } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { addTeamMember } from './add-team-member.ts'
import { getMemberProfile } from './get-member-profile.ts'
import { listMemberProfiles } from './list-member-profiles.ts'
import { removeTeamMember } from './remove-team-member.ts'
import { updateMemberProfile } from './update-member-profile.ts'

export function serveTeamMemberships(serve: AccountRouter, services: Services): void {
  serve(teamMemberships.addTeamMember, (request) => addTeamMember(services, request))
  serve(teamMemberships.removeTeamMember, (request) => removeTeamMember(services, request))
  serve(teamMemberships.listMemberProfiles, (request) => listMemberProfiles(services, request))
  serve(teamMemberships.getMemberProfile, (request) => getMemberProfile(services, request))
  serve(teamMemberships.updateMemberProfile, (request) => updateMemberProfile(services, request))
}
