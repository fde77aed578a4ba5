import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { acceptTeamInvitation } from './accept-invitation.ts'
import { acceptTeamInvitationById } from './accept-invitation-by-id.ts'
import { checkTeamInvitationCode } from './check-invitation-code.ts'
import { getTeamInvitationDetails } from './get-invitation-details.ts'
import { listTeamInvitations } from './list-invitations.ts'
import { revokeTeamInvitation } from './revoke-invitation.ts'
import { sendTeamInvitation } from './send-invitation.ts'

export { deleteInvitationsExpiredBefore } from './records/index.ts'

export const teamInvitationHandlers = {
  'POST /team-invitations/send-code': sendTeamInvitation,
  'GET /team-invitations': listTeamInvitations,
  'DELETE /team-invitations/{id}': revokeTeamInvitation,
  'POST /team-invitations/{id}/accept': acceptTeamInvitationById,
  'POST /team-invitations/accept': acceptTeamInvitation,
  'POST /team-invitations/accept/check-code': checkTeamInvitationCode,
  'POST /team-invitations/accept/details': getTeamInvitationDetails,
} satisfies Partial<AccountHandlers>
