import type { Mutation } from '../mutation.ts'

const auth = 'apps/account-service/src/auth'
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
]
