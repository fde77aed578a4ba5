import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import {
  callbackUrl,
  codeIsValid,
  email,
  epochMillis,
  listOf,
  success,
  uuid,
  verificationCode,
} from './fields.ts'
import { codeErrors } from './otp.ts'

export const teamInvitation = z.object({
  id: z.uuid(),
  team_id: z.uuid(),
  recipient_email: z.string(),
  expires_at_millis: epochMillis,
})

/** Where the project binds invitations to their address: the user has it, and it is verified. */
const ownerErrors = ['EMAIL_NOT_ASSOCIATED_WITH_USER', 'EMAIL_NOT_VERIFIED'] as const

const membershipErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'TEAM_NOT_FOUND',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_PERMISSION_REQUIRED',
] as const

export const sendTeamInvitation = accountEndpoint({
  method: 'POST',
  path: '/team-invitations/send-code',
  access: 'client',
  summary: 'Invite somebody to a team by e-mail. A client needs the permission $invite_members.',
  body: z.object({ team_id: uuid, email, callback_url: callbackUrl }),
  response: success.extend({ id: z.uuid() }),
  errors: [...membershipErrors, 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const listTeamInvitations = accountEndpoint({
  method: 'GET',
  path: '/team-invitations',
  access: 'client',
  summary:
    'List open invitations to a team, the oldest first. A client needs $read_members and $invite_members.',
  query: z.object({ team_id: uuid }),
  response: listOf(teamInvitation),
  errors: membershipErrors,
})

export const revokeTeamInvitation = accountEndpoint({
  method: 'DELETE',
  path: '/team-invitations/{id}',
  access: 'client',
  summary: 'Take an invitation back. A client needs the permission $remove_members.',
  params: z.object({ id: uuid }),
  query: z.object({ team_id: uuid }),
  response: success,
  errors: membershipErrors,
  textErrors: [404],
})

export const acceptTeamInvitation = accountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept',
  access: 'client',
  summary: 'Join a team with the code of an invitation. Who is a member already stays one.',
  body: z.object({ code: verificationCode }),
  response: z.object({}),
  errors: ['USER_AUTHENTICATION_REQUIRED', ...codeErrors, ...ownerErrors, 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const checkTeamInvitationCode = accountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/check-code',
  access: 'client',
  summary: 'Ask whether the code of an invitation would work, without using it up.',
  body: z.object({ code: verificationCode }),
  response: codeIsValid,
  errors: codeErrors,
})

export const getTeamInvitationDetails = accountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/details',
  access: 'client',
  summary: 'Ask which team the code of an invitation leads to.',
  body: z.object({ code: verificationCode }),
  response: z.object({ team_id: z.uuid(), team_display_name: z.string() }),
  errors: ['USER_AUTHENTICATION_REQUIRED', ...codeErrors, ...ownerErrors],
})

export const teamInvitationEndpoints = [
  sendTeamInvitation,
  listTeamInvitations,
  revokeTeamInvitation,
  acceptTeamInvitation,
  checkTeamInvitationCode,
  getTeamInvitationDetails,
] as const
