import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  boundedString,
  clientBodyBytes,
  imageInput,
  largeBodyBytes,
  listResponse,
  omitMetadata,
  success,
  userIdOrMe,
  uuid,
} from '../fields.ts'
import { serverUser } from '../users/users.ts'

const membershipParams = z.object({ team: uuid, user: userIdOrMe })

export const addTeamMember = defineAccountEndpoint({
  method: 'POST',
  path: '/team-memberships/{team}/{user}',
  access: 'server',
  summary: 'Add a user to a team, with the default member permissions.',
  params: membershipParams,
  response: z.object({ team_id: z.uuid(), user_id: z.uuid() }),
  status: 201,
  errors: [
    'USER_NOT_FOUND',
    'TEAM_NOT_FOUND',
    'TEAM_MEMBERSHIP_ALREADY_EXISTS',
    'TEAM_LIMIT_REACHED',
    'TEAM_MEMBER_LIMIT_REACHED',
  ],
})

export const removeTeamMember = defineAccountEndpoint({
  method: 'DELETE',
  path: '/team-memberships/{team}/{user}',
  access: 'client',
  summary:
    'Leave a team, or remove another member. Removing another member as a client needs the permission $remove_members.',
  params: membershipParams,
  response: success,
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_PERMISSION_LAST_HOLDER',
  ],
})

/** The profile of a member in a team. Defaults to the profile of the user. */
export const memberProfile = z.object({
  team_id: z.uuid(),
  user_id: z.uuid(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
})

export const serverMemberProfile = memberProfile.extend({ user: serverUser })

export const listMemberProfiles = defineAccountEndpoint({
  method: 'GET',
  path: '/team-member-profiles',
  access: 'client',
  summary:
    'List team member profiles, oldest membership first. A client must name a team of the signed-in user and needs $read_members to see other members.',
  query: z.object({
    team_id: uuid.optional(),
    user_id: userIdOrMe.optional(),
    omit_metadata: omitMetadata,
  }),
  response: listResponse(memberProfile),
  serverSchema: { response: listResponse(serverMemberProfile) },
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
    'USER_NOT_FOUND',
  ],
  plainTextErrors: [400],
})

export const getMemberProfile = defineAccountEndpoint({
  method: 'GET',
  path: '/team-member-profiles/{team}/{user}',
  access: 'client',
  summary: 'Get the profile of a team member. A client needs $read_members to see other members.',
  params: membershipParams,
  response: memberProfile,
  serverSchema: { response: serverMemberProfile },
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const updateMemberProfile = defineAccountEndpoint({
  method: 'PATCH',
  path: '/team-member-profiles/{team}/{user}',
  access: 'client',
  summary: 'Change the profile of a team member. Null resets a field to the profile of the user.',
  params: membershipParams,
  body: z.object({
    display_name: boundedString.nullable().optional(),
    profile_image_url: imageInput.nullable().optional(),
  }),
  maxBodyBytes: clientBodyBytes,
  response: memberProfile,
  serverSchema: { maxBodyBytes: largeBodyBytes, response: serverMemberProfile },
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  plainTextErrors: [400, 403],
})
