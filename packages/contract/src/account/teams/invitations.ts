import { z } from 'zod'
import { codeErrors } from '../auth/otp.ts'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  callbackUrl,
  email,
  epochMillis,
  listResponse,
  success,
  uuid,
  validCodeResponse,
  verificationCode,
} from '../fields.ts'

export const teamInvitation = z.object({
  id: z.uuid(),
  team_id: z.uuid(),
  recipient_email: z.string(),
  expires_at_millis: epochMillis,
})

/** Errors in projects that bind invitations to the invited e-mail address. */
const addressErrors = ['EMAIL_NOT_ASSOCIATED_WITH_USER', 'EMAIL_NOT_VERIFIED'] as const

const membershipErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'TEAM_NOT_FOUND',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_PERMISSION_REQUIRED',
] as const

export const sendTeamInvitation = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/send-code',
  access: 'client',
  summary: 'Send a team invitation by e-mail. A client needs the permission $invite_members.',
  body: z.object({ team_id: uuid, email, callback_url: callbackUrl }),
  response: success.extend({ id: z.uuid() }),
  rateLimit: 'code-mails',
  errors: [...membershipErrors, 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const listTeamInvitations = defineAccountEndpoint({
  method: 'GET',
  path: '/team-invitations',
  access: 'client',
  summary:
    'List the pending invitations to a team, oldest first. A client needs $read_members and $invite_members.',
  query: z.object({ team_id: uuid }),
  response: listResponse(teamInvitation),
  errors: membershipErrors,
})

export const revokeTeamInvitation = defineAccountEndpoint({
  method: 'DELETE',
  path: '/team-invitations/{id}',
  access: 'client',
  summary: 'Revoke an invitation. A client needs the permission $remove_members.',
  params: z.object({ id: uuid }),
  query: z.object({ team_id: uuid }),
  response: success,
  errors: membershipErrors,
  plainTextErrors: [404],
})

export const acceptTeamInvitation = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept',
  access: 'client',
  summary: 'Join a team with the code of an invitation. No effect for existing members.',
  body: z.object({ code: verificationCode }),
  response: z.object({}),
  rateLimit: 'codes',
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    ...codeErrors,
    ...addressErrors,
    'REDIRECT_URL_NOT_WHITELISTED',
    'TEAM_LIMIT_REACHED',
    'TEAM_MEMBER_LIMIT_REACHED',
  ],
})

export const checkTeamInvitationCode = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/check-code',
  access: 'client',
  summary: 'Check whether the code of an invitation is valid, without consuming it.',
  body: z.object({ code: verificationCode }),
  response: validCodeResponse,
  rateLimit: 'codes',
  errors: codeErrors,
})

export const getTeamInvitationDetails = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/details',
  access: 'client',
  summary: 'Get the team of an invitation code.',
  body: z.object({ code: verificationCode }),
  response: z.object({ team_id: z.uuid(), team_display_name: z.string() }),
  rateLimit: 'codes',
  errors: ['USER_AUTHENTICATION_REQUIRED', ...codeErrors, ...addressErrors],
})
