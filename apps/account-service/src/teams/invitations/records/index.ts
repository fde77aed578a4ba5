export {
  deleteInvitation,
  deleteInvitationsExpiredBefore,
  findInvitation,
  hasPendingInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  listInvitationsTo,
  serializeInvitation,
} from './invitations.ts'
