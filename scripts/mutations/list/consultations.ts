import type { Mutation } from '../mutation.ts'

const onHoldTests = ['apps/phone-service/src/calls/calls-on-hold.test.ts'] as const
const transferCallTests = ['apps/phone-service/src/calls/transfer-call.test.ts'] as const
const callSessions = 'apps/phone-service/src/call-sessions/parts'

/** Protections of calls that a user transfers after a consultation, holds or merges. */
export const consultationMutations: readonly Mutation[] = [
  {
    removes: 'ZR541: a call whose user has left two telephones connected has no limit of time',
    file: 'apps/phone-service/src/call-sessions/transfers/transfer-call.ts',
    find: "await saveTransfer(parts, completed, 'handed-over')",
    replace: 'await saveTransfer(parts, completed)',
    tests: transferCallTests,
    name: 'ZR541',
  },
  {
    removes: 'ZR526: the end of a consultation resumes a recording that a user has paused',
    file: 'apps/phone-service/src/call-sessions/recording/change-recording.ts',
    find: '      return await disableAutomaticResume(record)\n',
    replace: '      return\n',
    tests: transferCallTests,
    name: 'ZR526',
  },
  {
    removes: 'ZR298: a number that rings when a consultation begins hears it',
    file: 'apps/phone-service/src/call-sessions/transfers/start-transfer.ts',
    find: 'const others = listOthers(parts, own.id)',
    replace: "const others = listOthers(parts, own.id).filter(({ state }) => state === 'joined')",
    tests: transferCallTests,
    name: 'ZR298',
  },
  {
    removes: 'ZR298: a number that is dialled during a consultation hears it',
    file: 'apps/phone-service/src/call-sessions/call-controls.ts',
    find: 'if (!isCallOnHold) return',
    replace: 'if (parts) return',
    tests: transferCallTests,
    name: 'ZR298',
  },
  {
    removes: 'ZR495: a number that rings when its call is put on hold hears the user when it answers',
    file: 'apps/phone-service/src/call-sessions/call-controls.ts',
    find: 'const others = listOthers(parts, ownLegId)',
    replace: "const others = listOthers(parts, ownLegId).filter(({ state }) => state === 'joined')",
    tests: onHoldTests,
    name: 'ZR495: a number that rings',
  },
  {
    removes: 'ZR495: a number that is added to a call on hold hears the user',
    file: 'apps/phone-service/src/call-sessions/call-controls.ts',
    find: 'if (!isCallOnHold) return',
    replace: 'if (parts) return',
    tests: onHoldTests,
    name: 'ZR495: a number that is added to a call after',
  },
  {
    removes: 'ZR495: the answer of a call releases it from the hold of its user',
    file: 'apps/phone-service/src/call-sessions/call-controls.ts',
    find: "  if (control.kind === 'hold' && control.state === 'held') requireHoldable(parts.record.state)\n",
    replace: '',
    tests: onHoldTests,
    name: 'ZR495: a call that the user has answered',
  },
  {
    removes: 'ZR180: A transferred call ends with its user.',
    file: 'apps/phone-service/src/call-state/reason-to-end.ts',
    find: "return transfer !== undefined && transfer.stage !== 'consulting'",
    replace: 'return false',
    tests: transferCallTests,
    name: 'ZR180',
  },
  {
    removes: 'ZR181: A returned call can be answered by any member.',
    file: `${callSessions}/ringing.ts`,
    find: 'return this.#returnsTo === userId',
    replace: 'return userId.length > 0',
    tests: transferCallTests,
    name: 'rings only for the user',
  },
  {
    removes: 'ZR182: The end of a hold connects the caller with the consulted number.',
    file: 'apps/phone-service/src/call-sessions/call-controls.ts',
    find: "isConsulting && state === 'released' ?",
    replace: "isConsulting && state === 'held' ?",
    tests: transferCallTests,
    name: 'ZR182: during a consultation',
  },
  {
    removes: 'ZR183: A call is transferred twice at a time.',
    file: 'apps/phone-service/src/call-sessions/transfers/start-transfer.ts',
    find: "  if (transfer && transfer.stage !== 'completed') throw new PhoneError('TRANSFER_IN_PROGRESS')\n",
    replace: '',
    tests: transferCallTests,
    name: 'once at a time',
  },
  {
    removes: 'ZR562: The end of access does not remove a user who came into the call by a merge.',
    file: 'apps/phone-service/src/call-sessions/merging/merge-calls.ts',
    find: '  moveSessions(into, from, current)\n',
    replace: '  void moveSessions\n',
    tests: ['apps/phone-service/src/call-sessions/transfers/connect-calls.test.ts'],
    name: 'ZR562',
  },
  {
    removes: 'ZR563: A detached leg that moves to another call stays in it.',
    file: 'apps/phone-service/src/call-sessions/merging/merge-records.ts',
    find: '      await saveTimers(transaction, before.into, timers)\n',
    replace: '      void saveTimers\n',
    tests: ['apps/phone-service/src/call-sessions/transfers/connect-calls.test.ts'],
    name: 'ZR563',
  },
]
