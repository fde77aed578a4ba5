import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/phone-verification'
const tests: Mutation['tests'] = [`${folder}/phone-verification.test.ts`]

const choices = 'apps/phone-service/src/numbers/caller-id-choices.ts'
const choiceTests: Mutation['tests'] = ['apps/phone-service/src/numbers/caller-id-choices.test.ts']

/** The verification of numbers, and the choice among them. */
export const phoneVerificationMutations: readonly Mutation[] = [
  {
    removes: 'ZR220: A number is verified with any code.',
    file: `${folder}/try-code.ts`,
    find: 'if (matchesHash(hashCode(services, callId, code), stored.codeHash)) {',
    replace: 'if (stored.codeHash) {',
    tests,
    name: 'ZR221',
  },
  {
    removes: 'ZR300: A code verifies a number whose code a concurrent call replaces.',
    file: 'apps/phone-service/src/verified-numbers/verifications.ts',
    find: '    .forUpdate()\n',
    replace: '',
    tests: [`${folder}/concurrent-codes.test.ts`],
    name: 'ZR300',
  },
  {
    removes: 'ZR520: The call of a verification counts neither minutes nor money.',
    file: `${folder}/place-call.ts`,
    find: '    charged: toChargedLeg(route, callId),\n',
    replace: '    charged: null,\n',
    tests: [`${folder}/caps.test.ts`],
    name: 'ZR520',
  },
  {
    removes: 'ZR221: A code can be tried without end.',
    file: `${folder}/try-code.ts`,
    find: 'if (tries < phoneVerifications.maxVerificationTries) {',
    replace: 'if (tries > 0) {',
    tests,
    name: 'ZR221',
  },
  {
    removes: 'ZR222: Concurrent requests call a number more often than three times.',
    file: `${folder}/phone-verification-calls.ts`,
    find: 'if (earliest && recent.length >= phoneVerifications.maxVerificationCalls) {',
    replace: "if (earliest && number === '') {",
    tests,
    name: 'ZR222',
  },
  {
    removes: 'ZR223: A removed number is presented in a transfer that waits for its trunk.',
    file: 'apps/phone-service/src/call-sessions/parts/call-dialling.ts',
    find: 'if (request.isFromVerified && ',
    replace: "if (request.to === '' && ",
    tests,
    name: 'ZR223',
  },
  {
    removes: 'ZR224: Administrators see the calls of verifications.',
    file: 'apps/phone-service/src/call-log/records/call-pages.ts',
    find: '          .where(hasOwner)\n',
    replace: '',
    tests,
    name: 'ZR224',
  },
  {
    removes: 'ZR226: Members are notified of verifications.',
    file: `${folder}/send-change.ts`,
    find: '  for (const userId of live.onlineAdministrators(workspaceId))\n',
    replace: '  for (const userId of live.listUsersShowing(workspaceId))\n',
    tests,
    name: 'ZR226',
  },
  {
    removes: 'ZR184: The caller ID of the country comes before that of the contact.',
    file: choices,
    find: 'order.asc().nullsFirst()',
    replace: 'order.asc().nullsLast()',
    tests: choiceTests,
    name: 'ZR184',
  },
  {
    removes: 'ZR185: A choice is proposed to all members of the workspace.',
    file: choices,
    find: "    .where('user_id', '=', viewer.userId)\n    .where((where)",
    replace: '    .where((where)',
    tests: choiceTests,
    name: 'ZR185',
  },
  {
    removes: 'ZR186: A number that the workspace has lost is proposed.',
    file: 'apps/phone-service/src/numbers/resolve-route.ts',
    find: 'last !== null && isOwn ? await',
    replace: "last !== null ? { from: last, trunkId: own[1]?.trunkId ?? '' } : await",
    tests: choiceTests,
    name: 'ZR186',
  },
  {
    removes: 'ZR187: The choices of a deleted user remain.',
    file: 'apps/phone-service/src/account-events/serve-account-events.ts',
    find: "if (type === 'user.deleted')",
    replace: "if (type === 'user.updated')",
    tests: choiceTests,
    name: 'ZR187',
  },
]
