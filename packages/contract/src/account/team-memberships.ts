import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { listOf, sentImage, shortText, success, userIdOrMe, uuid } from './fields.ts'
import { serverUser } from './users.ts'

const memberOfTeam = z.object({ team: uuid, user: userIdOrMe })

export const addTeamMember = accountEndpoint({
  method: 'POST',
  path: '/team-memberships/{team}/{user}',
  access: 'server',
  summary: 'Make a user a member of a team, with the permissions that members begin with.',
  params: memberOfTeam,
  response: z.object({ team_id: z.uuid(), user_id: z.uuid() }),
  status: 201,
  errors: ['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_ALREADY_EXISTS'],
})

export const removeTeamMember = accountEndpoint({
  method: 'DELETE',
  path: '/team-memberships/{team}/{user}',
  access: 'client',
  summary:
    'Leave a team, or put somebody out of it, for which a client needs the permission $remove_members.',
  params: memberOfTeam,
  response: success,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

/** How a member is called and looks within a team: as everywhere, where nothing else was said for it. */
export const memberProfile = z.object({
  team_id: z.uuid(),
  user_id: z.uuid(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
})

export const serverMemberProfile = memberProfile.extend({ user: serverUser })

export const listMemberProfiles = accountEndpoint({
  method: 'GET',
  path: '/team-member-profiles',
  access: 'client',
  summary:
    'List members of teams, the longest-standing first. A client names a team of its own user, and needs $read_members to see others.',
  query: z.object({ team_id: uuid.optional(), user_id: userIdOrMe.optional() }),
  response: listOf(memberProfile),
  forServer: { response: listOf(serverMemberProfile) },
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
    'USER_NOT_FOUND',
  ],
  textErrors: [400],
})

export const getMemberProfile = accountEndpoint({
  method: 'GET',
  path: '/team-member-profiles/{team}/{user}',
  access: 'client',
  summary: 'Get one member of a team. A client needs $read_members to see others.',
  params: memberOfTeam,
  response: memberProfile,
  forServer: { response: serverMemberProfile },
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
})

export const updateMemberProfile = accountEndpoint({
  method: 'PATCH',
  path: '/team-member-profiles/{team}/{user}',
  access: 'client',
  summary: 'Change how a member is called and looks within a team. Null means: as everywhere.',
  params: memberOfTeam,
  body: z.object({
    display_name: shortText.nullable().optional(),
    profile_image_url: sentImage.nullable().optional(),
  }),
  response: memberProfile,
  forServer: { response: serverMemberProfile },
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND'],
  textErrors: [400, 403],
})

export const teamMembershipEndpoints = [
  addTeamMember,
  removeTeamMember,
  listMemberProfiles,
  getMemberProfile,
  updateMemberProfile,
] as const
