import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const sessions = 'apps/account-service/src/auth/sessions'
const removed = { tests: [`${sessions}/removed-credentials.test.ts`], name: 'ZR457' } as const
const addInvited = '      await addMember(services, transaction, { project, teamId, userId: user.id })\n'
const claimed = {
  tests: [`${phone}/account-events/claimed-accounts.test.ts`],
  name: 'ZR456',
} as const

const anonymous = 'apps/account-service/src/auth/anonymous'
const upgraded = { tests: [`${anonymous}/upgrade-sign-in-methods.test.ts`], name: 'ZR903' } as const

const callbackPages = {
  tests: ['apps/account-service/src/auth/verification-codes/callback-pages.test.ts'],
  name: 'ZR405',
} as const
const late = { ...claimed, name: 'ZR403' } as const

/** A stranger who signs up with the address of another person keeps nothing when that person claims the account. */
export const claimedAccountMutations: readonly Mutation[] = [
  {
    removes: 'ZR456: A user whose e-mail is not verified forwards the calls of its owner.',
    file: `${phone}/numbers/find-forwarding-route.ts`,
    find: "  if (!user.isEmailVerified) throw new PhoneError('EMAIL_NOT_VERIFIED')\n",
    replace: '',
    ...claimed,
  },
  {
    removes: 'ZR456: The phone keeps what a stranger has set in an account that its owner claims.',
    file: `${phone}/account-events/serve-account-events.ts`,
    find: "  if (type === 'user.claimed') await startDeletionForClaim(services, data)\n",
    replace: '',
    ...claimed,
  },
  {
    removes: 'ZR456: The phone does not learn that an account is claimed.',
    file: 'apps/account-service/src/auth/password/claim-unverified-address.ts',
    find: "  await transaction.publish('user.claimed', { id: userId, claimed_at_millis: claimedAt.getTime() })\n",
    replace: '',
    tests: ['apps/account-service/src/platform/webhooks/phone-events.test.ts'],
    name: 'ZR312',
  },
  {
    removes: 'ZR403: The phone does not learn when an account was claimed.',
    file: 'apps/account-service/src/platform/webhooks/phone-events.ts',
    find: 'data: { id, user_id, team_id, claimed_at_millis },',
    replace: 'data: { id, user_id, team_id },',
    tests: ['apps/account-service/src/platform/webhooks/phone-events.test.ts'],
    name: 'ZR312',
  },
  {
    removes: 'ZR403: A late event removes what the new owner has set.',
    file: `${phone}/account-events/run-deletions.ts`,
    find: 'new Date(claimedAt + sessionEndDelayMs)',
    replace: 'null',
    ...late,
  },
  {
    removes: 'ZR403: A setting that the new owner changes preserves those of the stranger.',
    file: `${phone}/user-settings/records/user-settings.ts`,
    find: 'columns.filter((column) => row[column] !== undefined)',
    replace: 'columns',
    ...late,
  },
  {
    removes: 'ZR457: A sign-in starts a session with a credential that is removed meanwhile.',
    file: `${sessions}/complete-first-factor.ts`,
    find: 'credential ? and([isEnough, exists(credential.select(database))]) : isEnough,',
    replace: 'isEnough,',
    ...removed,
  },
  ...(
    [
      [
        'oauth/connections/connections.ts',
        "    .where('provider_id', '=', providerId)\n    .where('allow_sign_in', '=', true)\n",
      ],
      ['users/contact-channels/channels.ts', "    .where('is_verified', '=', true)\n"],
    ] as const
  ).map(([file, before]) => ({
    removes: `ZR457: A sign-in does not wait for the removal of its credential (${file}).`,
    file: `apps/account-service/src/${file}`,
    find: `${before}    .forShare()\n`,
    replace: before,
    ...removed,
  })),
  {
    removes: 'ZR457: A session that has ended becomes a session of the upgraded user.',
    file: 'apps/account-service/src/auth/anonymous/upgrade.ts',
    find: '    await lockSignedInUser(transaction, request, services.now())\n',
    replace: '',
    ...removed,
  },
  ...[
    '  for (const channel of channels) await deleteChannelRow(transaction, channel)\n',
    '  await deleteCodesOfSubjects(transaction, project.id, [user.id, ...channels.map(({ id }) => id)])\n',
  ].map((find) => ({
    removes: `ZR903: The upgraded user shares the account with an earlier user of the session (${find.trim()}).`,
    file: `${anonymous}/upgrade.ts`,
    find,
    replace: '',
    ...upgraded,
  })),
  ...['deletePasskey', 'deleteSecondFactor', 'deleteUserConnections'].map((name) => ({
    removes: `ZR903: The upgraded user shares the account with an earlier user of the session (${name}).`,
    file: 'apps/account-service/src/auth/password/remove-sign-in-methods.ts',
    find: `  await ${name}(transaction, userId)\n`,
    replace: '',
    ...upgraded,
  })),
  {
    removes: 'ZR903: API keys of an earlier user of the session remain valid after the upgrade.',
    file: 'apps/account-service/src/auth/password/remove-sign-in-methods.ts',
    find: '  await revokeUserKeys(transaction, userId, now)\n',
    replace: '  void now\n',
    ...upgraded,
  },
  ...[
    [
      'ZR874',
      '  if (await canSignIn(transaction, project, user.id)) requireRecentAuthentication(request, now)\n',
    ],
    ['ZR874', '  await requireSessionWithSecondFactor(transaction, request, user.id)\n'],
    ['ZR874', '      await notifySignInChange(services, transaction, change)\n'],
    ['ZR875', '  rejectImpersonation(request)\n'],
  ].map(([name = '', find = '']) => ({
    removes: `${name}: An upgrade is not checked as a change of sign-in methods (${find.trim()}).`,
    file: `${anonymous}/upgrade.ts`,
    find,
    replace: '',
    tests: [`${anonymous}/upgrade-step-up.test.ts`] as const,
    name,
  })),
  {
    removes: 'ZR457: A session that has ended approves a command-line login.',
    file: 'apps/account-service/src/auth/cli/complete.ts',
    find: '    if (!(await findSession(transaction, project.id, session.id, now()))) throw sessionEnded()\n',
    replace: '',
    ...removed,
  },
  {
    removes: 'ZR458: An invitation is consumed by a user for whom the team has no place.',
    file: 'apps/account-service/src/teams/invitations/accept-invitation.ts',
    find: `${addInvited}      // The code stays valid for a user for whom there is no place.\n      await redeem(transaction)\n`,
    replace: `      await redeem()\n${addInvited}`,
    tests: ['apps/account-service/src/teams/quotas.test.ts'],
    name: 'ZR458',
  },
  ...(
    [
      [
        'another page',
        'const isHostedPage = page !== undefined && pathname === `/handler/${page}`',
        'const isHostedPage = page !== undefined && pathname.startsWith(`/handler/`)',
      ],
      ['a page with any parameters', 'name !== returnToParameter', 'name === undefined'],
    ] as const
  ).map(([opened, find, replace]) => ({
    removes: `ZR405: An e-mail that a stranger requests opens ${opened}.`,
    file: 'apps/account-service/src/auth/verification-codes/code-type.ts',
    find,
    replace,
    ...callbackPages,
  })),
  {
    removes: 'ZR405: The projects of the public SDK accept hosted pages only.',
    file: 'apps/account-service/src/auth/verification-codes/code-type.ts',
    find: '  if (!project.settings.email_links_open_hosted_pages) return\n',
    replace: '',
    ...callbackPages,
  },
  {
    removes: 'ZR459: A sign-in e-mail that a stranger requests opens the confirmation of a command line.',
    file: 'packages/kit-react/src/pages/cli-auth-confirm/cli-auth-confirm-page.tsx',
    find: 'isCode(code) && !isFromEmail',
    replace: 'isCode(code) && isFromEmail !== null',
    tests: ['packages/kit-react/src/pages/cli-auth-confirm/cli-auth-confirm-page.test.tsx'],
    name: 'ZR459',
  },
]
