import { teamInvitations } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { acceptTeamInvitation } from './accept-invitation.ts'
import { checkTeamInvitationCode } from './check-invitation-code.ts'
import { getTeamInvitationDetails } from './get-invitation-details.ts'
import { listTeamInvitations } from './list-invitations.ts'
import { revokeTeamInvitation } from './revoke-invitation.ts'
import { sendTeamInvitation } from './send-invitation.ts'

export { deleteInvitationsExpiredBefore } from './invitations.ts'

export function serveTeamInvitations(serve: AccountRouter, services: Services): void {
  serve(teamInvitations.sendTeamInvitation, (request) => sendTeamInvitation(services, request))
  serve(teamInvitations.listTeamInvitations, (request) => listTeamInvitations(services, request))
  serve(teamInvitations.revokeTeamInvitation, (request) => revokeTeamInvitation(services, request))
  serve(teamInvitations.acceptTeamInvitation, (request) => acceptTeamInvitation(services, request))
  serve(teamInvitations.checkTeamInvitationCode, (request) => checkTeamInvitationCode(services, request))
  serve(teamInvitations.getTeamInvitationDetails, (request) => getTeamInvitationDetails(services, request))
}
