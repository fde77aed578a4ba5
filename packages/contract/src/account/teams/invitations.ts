import { z } from 'zod'
import { codeErrors } from '../auth/otp.ts'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  callbackUrl,
  email,
  epochMillis,
  listResponse,
  success,
  userIdOrMe,
  uuid,
  validCodeResponse,
  verificationCode,
} from '../fields.ts'

export const teamInvitation = z.object({
  id: z.uuid(),
  team_id: z.uuid(),
  team_display_name: z.string(),
  recipient_email: z.string(),
  expires_at_millis: epochMillis,
  /** The e-mail server of the recipient has permanently rejected the address. Only in lists of a team. */
  is_undeliverable: z.boolean().optional(),
})

/** Errors in projects that bind invitations to the invited e-mail address. */
const addressErrors = ['EMAIL_NOT_ASSOCIATED_WITH_USER', 'EMAIL_NOT_VERIFIED'] as const

/** Fields that the hosted service does not send. */
const recipient = { recipient_email: z.string().optional(), expires_at_millis: epochMillis.optional() }

const membershipErrors = [
  'USER_AUTHENTICATION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_PERMISSION_REQUIRED',
  'TEAM_NOT_FOUND',
] as const

export const sendTeamInvitation = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/send-code',
  access: 'client',
  summary: 'Send a team invitation by e-mail. A client needs the permission $invite_members.',
  body: z.object({ team_id: uuid, email, callback_url: callbackUrl }),
  response: success.extend({ id: z.uuid() }),
  rateLimit: 'code-mails',
  errors: [...membershipErrors, 'REDIRECT_URL_NOT_WHITELISTED', 'EMAIL_NOT_VERIFIED'],
})

export const listTeamInvitations = defineAccountEndpoint({
  method: 'GET',
  path: '/team-invitations',
  access: 'client',
  summary:
    'List the pending invitations to a team, or to the verified e-mail addresses of a user, oldest first. For a team, a client needs $read_members and $invite_members; it can list only those of the signed-in user.',
  query: z
    .object({ team_id: uuid.optional(), user_id: userIdOrMe.optional() })
    .refine(
      ({ team_id, user_id }) => (team_id === undefined) !== (user_id === undefined),
      'either team_id or user_id is required',
    ),
  response: listResponse(teamInvitation),
  errors: [...membershipErrors, 'CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND'],
  plainTextErrors: [403],
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

export const acceptTeamInvitationById = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/{id}/accept',
  access: 'client',
  summary:
    'Join a team with an invitation that was sent to a verified e-mail address of the user. A client can accept only for the signed-in user.',
  params: z.object({ id: uuid }),
  query: z.object({ user_id: userIdOrMe }),
  response: z.object({}),
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_NOT_FOUND',
    'EMAIL_NOT_VERIFIED',
    'TEAM_LIMIT_REACHED',
    'TEAM_MEMBER_LIMIT_REACHED',
  ],
  plainTextErrors: [403, 404],
})

export const checkTeamInvitationCode = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/check-code',
  access: 'client',
  summary: 'Check whether the code of an invitation is valid, without consuming it.',
  body: z.object({ code: verificationCode }),
  response: validCodeResponse.extend({
    ...recipient,
    /** Shortened, and only in projects that restrict what invitations contain. */
    team_display_name: z.string().optional(),
    /** As the name of the team, and only if the address of the inviter is verified. */
    inviter_display_name: z.string().optional(),
  }),
  rateLimit: 'codes',
  errors: codeErrors,
})

export const getTeamInvitationDetails = defineAccountEndpoint({
  method: 'POST',
  path: '/team-invitations/accept/details',
  access: 'client',
  summary: 'Get the team of an invitation code.',
  body: z.object({ code: verificationCode }),
  response: z.object({
    team_id: z.uuid(),
    team_display_name: z.string(),
    ...recipient,
    inviter_display_name: z.string().nullable().optional(),
    /** The permissions of a new member. */
    permission_ids: z.array(z.string()).optional(),
    created_at_millis: epochMillis.optional(),
  }),
  rateLimit: 'codes',
  errors: ['USER_AUTHENTICATION_REQUIRED', ...codeErrors, ...addressErrors],
})
