export { type InvitationPayload, invitationCode, invitationLifetimeMs } from './invitation-code.ts'
export {
  deleteInvitation,
  deleteInvitationsExpiredBefore,
  findInvitation,
  hasPendingInvitation,
  type Invitation,
  insertInvitation,
  inviterConstraint,
  listInvitations,
  listInvitationsTo,
  serializeInvitation,
} from './invitations.ts'
