import { teamInvitations } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { acceptTeamInvitation } from './accept.ts'
import { checkTeamInvitationCode } from './check-code.ts'
import { getTeamInvitationDetails } from './get-details.ts'
import { listTeamInvitations } from './list.ts'
import { revokeTeamInvitation } from './revoke.ts'
import { sendTeamInvitation } from './send-code.ts'

export { deleteInvitationsExpiredBefore } from './invitations.ts'

export function serveTeamInvitations(serve: Serve, services: Services): void {
  serve(teamInvitations.sendTeamInvitation, (request) => sendTeamInvitation(services, request))
  serve(teamInvitations.listTeamInvitations, (request) => listTeamInvitations(services, request))
  serve(teamInvitations.revokeTeamInvitation, (request) => revokeTeamInvitation(services, request))
  serve(teamInvitations.acceptTeamInvitation, (request) => acceptTeamInvitation(services, request))
  serve(teamInvitations.checkTeamInvitationCode, (request) => checkTeamInvitationCode(services, request))
  serve(teamInvitations.getTeamInvitationDetails, (request) => getTeamInvitationDetails(services, request))
}
