import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'

/** Protections of the account service against hostile users and overload. */
export const accountAttackMutations: readonly Mutation[] = [
  {
    removes: 'PW6: Sign-ins wait for the database until they fail.',
    file: `${accounts}/platform/request-context/reject-overload.ts`,
    find: 'rateLimit !== undefined && countWaitingQueries() >= maxWaitingQueries',
    replace: 'rateLimit !== undefined && countWaitingQueries() >= maxWaitingQueries * 100',
    tests: [`${accounts}/platform/request-context/reject-overload.test.ts`],
    name: 'PW6',
  },
  {
    removes: 'PW6: Concurrent sign-ins to one account fail with a deadlock.',
    file: 'packages/server/src/rate-limit/rate-limits.ts',
    find: 'order by turn for update of existing',
    replace: 'order by turn desc for update of existing',
    tests: ['packages/server/src/rate-limit/rate-limits.test.ts'],
    name: 'PW6',
  },
]
