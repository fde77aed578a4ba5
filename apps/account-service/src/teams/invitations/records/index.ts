export {
  deleteInvitation,
  deleteInvitationsExpiredBefore,
  findInvitation,
  hasPendingInvitation,
  insertInvitation,
  listInvitations,
  serializeInvitation,
} from './invitations.ts'
