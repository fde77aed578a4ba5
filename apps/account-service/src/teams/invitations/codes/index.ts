export { type InvitationPayload, invitationCode, invitationLifetimeMs } from './invitation-code.ts'
