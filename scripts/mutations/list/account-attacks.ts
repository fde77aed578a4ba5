import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'

/** Protections of the account service against hostile users and overload. */
export const accountAttackMutations: readonly Mutation[] = [
  {
    removes: 'PW6: Sign-ins wait for the database until they fail.',
    file: `${accounts}/platform/request-context/reject-overload.ts`,
    find: 'waiting >= max * maxWaitingPerConnection',
    replace: 'waiting >= max * maxWaitingPerConnection * 100',
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
  {
    removes: 'XR3: The last owner of a team leaves its other members.',
    file: `${accounts}/permissions/managed-permissions.ts`,
    find: '[...managed, ownerPermission]',
    replace: '[...managed, ownerPermission].filter((id) => id !== ownerPermission)',
    tests: [`${accounts}/permissions/grants/member-managed-permissions.test.ts`],
    name: 'XR3',
  },
  {
    removes: 'A user is deleted and joins a team concurrently: both wait for each other.',
    file: `${accounts}/teams/membership-quotas.ts`,
    find: '  if (settings.max_members_per_team !== null) await lockTeam(transaction, teamId)\n',
    replace:
      '  await lockUser(transaction, userId)\n  if (settings.max_members_per_team !== null) await lockTeam(transaction, teamId)\n',
    tests: [`${accounts}/permissions/grants/member-managed-permissions.test.ts`],
    name: 'without a deadlock',
  },
  {
    removes: 'XR4: Members manage a permission by the id of an earlier definition.',
    file: `${accounts}/permissions/definitions/propagate-changes.ts`,
    find: 'change(settings.member_managed_permissions)',
    replace: 'settings.member_managed_permissions',
    tests: [`${accounts}/permissions/definitions/permission-definitions.test.ts`],
    name: 'XR4',
  },
  {
    removes: 'XR5: A session without second factor removes it.',
    file: `${accounts}/auth/mfa/set-totp-secret.ts`,
    find: '  await requireSessionWithSecondFactor(transaction, access, userId)\n',
    replace: '',
    tests: [`${accounts}/auth/step-up/step-up.test.ts`],
    name: 'XR5',
  },
  {
    removes: 'XR5: A session without second factor makes recovery codes, with which it signs in.',
    file: `${accounts}/auth/mfa/create-recovery-codes.ts`,
    find: '  await requireSessionWithSecondFactor(services.database, request, user.id)\n',
    replace: '',
    tests: [`${accounts}/auth/step-up/step-up.test.ts`],
    name: 'XR5',
  },
  {
    removes: 'XR6: No warning is logged while everyone can sign up to a reachable installation.',
    file: `${accounts}/projects/seed.ts`,
    find: "project?.settings.sign_up_mode === 'open'",
    replace: "project?.settings.sign_up_mode === 'invited'",
    tests: [`${accounts}/users/sign-up-mode.test.ts`],
    name: 'XR6',
  },
]
