import { randomUUID } from 'node:crypto'
import type { AccountEndpointKey } from '@parley/contract/account'
import { callback_url } from '../factories.ts'
import type { Fixture } from '../fixture.ts'
import type { MatrixEntry } from '../roles.ts'

/** Requires the team permission, which a plain member does not have. */
const needsPermission = {
  application: 'USER_AUTHENTICATION_REQUIRED',
  otherUser: 'TEAM_MEMBERSHIP_NOT_FOUND',
  member: 'TEAM_PERMISSION_REQUIRED',
  otherServer: 'TEAM_NOT_FOUND',
} as const

const needsMembership = {
  application: 'USER_AUTHENTICATION_REQUIRED',
  otherUser: 'TEAM_MEMBERSHIP_NOT_FOUND',
  member: 200,
  otherServer: 'TEAM_NOT_FOUND',
} as const

export const teamRows = {
  'POST /teams': {
    createInput: () => ({ body: { display_name: 'Engines' } }),
    everybody: 201,
    but: { application: 'USER_AUTHENTICATION_REQUIRED' },
  },
  'GET /teams': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: { application: 'USER_AUTHENTICATION_REQUIRED', otherUser: 403 },
  },
  'GET /teams/{team}': {
    createInput: async ({ team }) => ({ params: { team: await team() } }),
    everybody: 200,
    but: needsMembership,
  },
  'PATCH /teams/{team}': {
    createInput: async ({ team }) => ({ params: { team: await team() }, body: { display_name: 'Looms' } }),
    everybody: 200,
    but: needsPermission,
  },
  'DELETE /teams/{team}': {
    createInput: async ({ team }) => ({ params: { team: await team() } }),
    everybody: 200,
    but: needsPermission,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

async function adaIn({ team, ada }: Fixture) {
  return { params: { team: await team(), user: ada.userId } }
}

export const membershipRows = {
  'POST /team-memberships/{team}/{user}': {
    createInput: async ({ team, hedy }) => ({ params: { team: await team(), user: hedy.userId } }),
    everybody: 201,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'DELETE /team-memberships/{team}/{user}': {
    createInput: adaIn,
    everybody: 200,
    but: { ...needsPermission, otherServer: 'TEAM_MEMBERSHIP_NOT_FOUND' },
  },
  'GET /team-member-profiles': {
    createInput: async ({ team }) => ({ query: { team_id: await team() } }),
    everybody: 200,
    but: needsMembership,
  },
  'GET /team-member-profiles/{team}/{user}': {
    createInput: adaIn,
    everybody: 200,
    but: { ...needsMembership, otherServer: 'TEAM_MEMBERSHIP_NOT_FOUND' },
  },
  'PATCH /team-member-profiles/{team}/{user}': {
    createInput: async (fixture) => ({ ...(await adaIn(fixture)), body: { display_name: 'Countess' } }),
    everybody: 200,
    but: {
      application: 'USER_AUTHENTICATION_REQUIRED',
      otherUser: 403,
      otherServer: 'TEAM_MEMBERSHIP_NOT_FOUND',
    },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

async function invitationCode(fixture: Fixture): Promise<string> {
  const person = await fixture.person('hedy', fixture.tenant)
  const team_id = await fixture.team()
  const body = { team_id, email: person.email, callback_url }
  return await fixture.mailedCode('/team-invitations/send-code', person.email, body)
}

const unknownCode = {
  otherApplication: 'VERIFICATION_CODE_NOT_FOUND',
  otherServer: 'VERIFICATION_CODE_NOT_FOUND',
} as const

const needsUser = {
  application: 'USER_AUTHENTICATION_REQUIRED',
  otherApplication: 'USER_AUTHENTICATION_REQUIRED',
  server: 'USER_AUTHENTICATION_REQUIRED',
  serverForOwner: 200,
  otherServer: 'USER_AUTHENTICATION_REQUIRED',
} as const

export const invitationRows = {
  'POST /team-invitations/send-code': {
    createInput: async ({ team }) => ({
      body: { team_id: await team(), email: `${randomUUID()}@example.com`, callback_url },
    }),
    everybody: 200,
    but: { ...needsPermission, member: 200 },
  },
  'GET /team-invitations': {
    createInput: async ({ invitation }) => ({ query: { team_id: (await invitation()).team } }),
    everybody: 200,
    but: needsMembership,
  },
  'DELETE /team-invitations/{id}': {
    createInput: async ({ invitation }) => {
      const { id, team } = await invitation()
      return { params: { id }, query: { team_id: team } }
    },
    everybody: 200,
    but: needsPermission,
  },
  'POST /team-invitations/{id}/accept': {
    createInput: async ({ ada, invitation }) => {
      const { id } = await invitation(ada.email)
      return { params: { id }, query: { user_id: ada.userId } }
    },
    everybody: 200,
    but: { application: 'USER_AUTHENTICATION_REQUIRED', otherUser: 403, otherServer: 'USER_NOT_FOUND' },
  },
  'POST /team-invitations/accept': {
    createInput: async (fixture) => ({ body: { code: await invitationCode(fixture) } }),
    everybody: 200,
    but: needsUser,
  },
  'POST /team-invitations/accept/check-code': {
    createInput: async (fixture) => ({ body: { code: await invitationCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /team-invitations/accept/details': {
    createInput: async (fixture) => ({ body: { code: await invitationCode(fixture) } }),
    everybody: 200,
    but: needsUser,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

async function teamGrant({ team, ada, definition }: Fixture) {
  return { team: await team(), user: ada.userId, permission: await definition('team') }
}

async function projectGrant({ ada, definition }: Fixture) {
  return { user: ada.userId, permission: await definition('project') }
}

/** The project of the matrix, like those of public SDKs, does not let members manage permissions. */
const onlyBackEnds = {
  application: 'INSUFFICIENT_ACCESS_TYPE',
  owner: 'INSUFFICIENT_ACCESS_TYPE',
  otherUser: 'INSUFFICIENT_ACCESS_TYPE',
} as const

export const permissionRows = {
  'GET /team-permissions': {
    createInput: async ({ ada, team }) => ({ query: { user_id: ada.userId, team_id: await team() } }),
    everybody: 200,
    but: { application: 'USER_AUTHENTICATION_REQUIRED', otherUser: 403 },
  },
  'POST /team-permissions/{team}/{user}/{permission}': {
    createInput: async (fixture) => ({ params: await teamGrant(fixture), body: {} }),
    everybody: 201,
    but: { ...onlyBackEnds, otherServer: 'USER_NOT_FOUND' },
  },
  'DELETE /team-permissions/{team}/{user}/{permission}': {
    createInput: async (fixture) => {
      const params = await teamGrant(fixture)
      await fixture.grant(`/team-permissions/${params.team}/${params.user}/${params.permission}`)
      return { params }
    },
    everybody: 200,
    but: { ...onlyBackEnds, otherServer: 'TEAM_PERMISSION_NOT_FOUND' },
  },
  'GET /project-permissions': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: { application: 'USER_AUTHENTICATION_REQUIRED', otherUser: 403 },
  },
  'POST /project-permissions/{user}/{permission}': {
    createInput: async (fixture) => ({ params: await projectGrant(fixture), body: {} }),
    everybody: 201,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'DELETE /project-permissions/{user}/{permission}': {
    createInput: async (fixture) => {
      const params = await projectGrant(fixture)
      await fixture.grant(`/project-permissions/${params.user}/${params.permission}`)
      return { params }
    },
    everybody: 200,
    but: { otherServer: 'PERMISSION_NOT_FOUND' },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const newPermission = () => `may_${randomUUID().replaceAll('-', '_')}`

const listDefinitions: MatrixEntry = { createInput: () => ({}), everybody: 200 }

const createDefinition: MatrixEntry = {
  createInput: () => ({ body: { id: newPermission() } }),
  everybody: 201,
}

const updateDefinition = (scope: 'team' | 'project'): MatrixEntry => ({
  createInput: async ({ definition }) => ({
    params: { id: await definition(scope) },
    body: { description: 'Other' },
  }),
  everybody: 200,
  but: { otherServer: 'PERMISSION_NOT_FOUND' },
})

const deleteDefinition = (scope: 'team' | 'project'): MatrixEntry => ({
  createInput: async ({ definition }) => ({ params: { id: await definition(scope) } }),
  everybody: 200,
  but: { otherServer: 'PERMISSION_NOT_FOUND' },
})

export const definitionRows = {
  'GET /team-permission-definitions': listDefinitions,
  'POST /team-permission-definitions': createDefinition,
  'PATCH /team-permission-definitions/{id}': updateDefinition('team'),
  'DELETE /team-permission-definitions/{id}': deleteDefinition('team'),
  'GET /project-permission-definitions': listDefinitions,
  'POST /project-permission-definitions': createDefinition,
  'PATCH /project-permission-definitions/{id}': updateDefinition('project'),
  'DELETE /project-permission-definitions/{id}': deleteDefinition('project'),
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

/** Keys that the user may not manage are reported as not found. */
const needsKeys = {
  application: 'USER_AUTHENTICATION_REQUIRED',
  otherUser: 'API_KEY_NOT_FOUND',
  otherServer: 'API_KEY_NOT_FOUND',
} as const

export const teamKeyRows = {
  'POST /team-api-keys': {
    createInput: async ({ team }) => ({
      body: { team_id: await team(), description: 'Key', expires_at_millis: null },
    }),
    everybody: 200,
    but: { ...needsKeys, otherServer: 'TEAM_NOT_FOUND' },
  },
  'GET /team-api-keys': {
    createInput: async ({ teamKey }) => ({ query: { team_id: (await teamKey()).team_id } }),
    everybody: 200,
    but: { ...needsKeys, otherServer: 200 },
  },
  'GET /team-api-keys/{id}': {
    createInput: async ({ teamKey }) => {
      const { id, team_id } = await teamKey()
      return { params: { id }, query: { team_id } }
    },
    everybody: 200,
    but: needsKeys,
  },
  'PATCH /team-api-keys/{id}': {
    createInput: async ({ teamKey }) => {
      const { id, team_id } = await teamKey()
      return { params: { id }, query: { team_id }, body: { description: 'Other' } }
    },
    everybody: 200,
    but: needsKeys,
  },
  'POST /team-api-keys/check': {
    createInput: async ({ teamKey }) => ({ body: { api_key: (await teamKey()).value } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>
