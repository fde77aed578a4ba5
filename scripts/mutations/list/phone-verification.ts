import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/phone-verification'
const tests: Mutation['tests'] = [`${folder}/phone-verification.test.ts`]

/** The verification of numbers. */
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
    removes: 'ZR221: A code can be tried without end.',
    file: `${folder}/try-code.ts`,
    find: 'if (tries < phoneVerifications.maxVerificationTries) {',
    replace: 'if (tries > 0) {',
    tests,
    name: 'ZR221',
  },
  {
    removes: 'ZR222: Concurrent requests call a number more often than three times.',
    file: `${folder}/recent-calls.ts`,
    find: 'if (earliest && recent.length >= phoneVerifications.maxVerificationCalls) {',
    replace: "if (earliest && number === '') {",
    tests,
    name: 'ZR222',
  },
  {
    removes: 'ZR223: A removed number is presented in a call that waits for its browser.',
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
    replace: '  for (const userId of live.onlineUsers(workspaceId))\n',
    tests,
    name: 'ZR226',
  },
]
