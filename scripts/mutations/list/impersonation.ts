import type { Mutation } from '../mutation.ts'

const auth = 'apps/account-service/src/auth'
const accounts = 'apps/account-service/src'
const lasting = {
  tests: [`${auth}/sessions/create-session.test.ts`],
  name: 'ZR594',
  find: 'rejectImpersonation(request)\n',
  replace: '\n',
} as const
const session = { tests: [`${auth}/sessions/create-session.test.ts`], name: 'ZR590' } as const

/** Sessions that a back end creates for a user, in particular impersonations. */
export const impersonationMutations: readonly Mutation[] = [
  {
    removes: 'ZR590: The second factor makes a session of a back end a sign-in of its user.',
    ...session,
    file: `${auth}/sessions/sign-in-with-second-factor.ts`,
    find: '    ...attempt,\n    projectId: project.id,',
    replace: "    ...attempt,\n    by: 'user',\n    projectId: project.id,",
  },
  {
    removes: 'ZR590: The second factor makes an impersonation an ordinary session.',
    ...session,
    file: `${auth}/sessions/sign-in-with-second-factor.ts`,
    find: '    ...attempt,\n    projectId: project.id,',
    replace: '    ...attempt,\n    impersonation: undefined,\n    projectId: project.id,',
  },
  {
    removes: 'ZR590: A session that begins with a second factor has the longest lifetime.',
    ...session,
    file: `${auth}/sessions/sign-in-with-second-factor.ts`,
    find: '    ...attempt,\n    projectId: project.id,',
    replace: '    ...attempt,\n    lifetimeMs: undefined,\n    projectId: project.id,',
  },
  {
    removes: 'ZR594: An impersonation ends the sessions of the user.',
    ...lasting,
    file: `${auth}/sessions/revoke-session.ts`,
  },
  {
    removes: 'ZR594: An impersonation grants and revokes permissions.',
    ...lasting,
    file: `${accounts}/permissions/grants/authorize-permission-change.ts`,
    find: '  rejectImpersonation(access)\n',
  },
  {
    removes: 'ZR594: An impersonation creates teams.',
    ...lasting,
    file: `${accounts}/teams/create-team.ts`,
  },
  {
    removes: 'ZR594: An impersonation removes members.',
    ...lasting,
    file: `${accounts}/teams/memberships/remove-team-member.ts`,
  },
  {
    removes: 'ZR594: An impersonation invites people.',
    ...lasting,
    file: `${accounts}/teams/invitations/send-invitation.ts`,
  },
  {
    removes: 'ZR594: An impersonation revokes invitations.',
    ...lasting,
    file: `${accounts}/teams/invitations/revoke-invitation.ts`,
  },
  {
    removes: 'ZR594: An impersonation accepts an invitation with its code.',
    ...lasting,
    file: `${accounts}/teams/invitations/accept-invitation.ts`,
  },
  {
    removes: 'ZR594: An impersonation accepts an invitation of the user.',
    ...lasting,
    file: `${accounts}/teams/invitations/accept-invitation-by-id.ts`,
  },
  {
    removes: 'ZR594: An impersonation revokes API keys.',
    ...lasting,
    file: `${accounts}/projects/api-keys/update-api-key.ts`,
  },
]
