import type { Mutation } from '../mutation.ts'

const sessions = 'apps/phone-service/src/call-sessions'
const parkCall = `${sessions}/parking/park-call.ts`
const calls = 'apps/phone-service/src/calls'
const tests = [`${calls}/park-call.test.ts`] as const
const queuesTests = ['apps/phone-service/src/routing/queues.test.ts'] as const

/** Protections of parked calls, and of the list of waiting callers. */
export const parkedCallMutations: readonly Mutation[] = [
  {
    removes: 'ZR232: A parked caller hears music.',
    file: parkCall,
    find: "    await setOnHold(parts, conference.require(), others, 'held')\n",
    replace: '    conference.require()\n',
    tests,
    name: 'ZR232',
  },
  {
    removes: 'ZR232: The one who picks up a call talks to the caller.',
    file: parkCall,
    find: '  await releaseOthers(parts, own.id)\n',
    replace: '  void releaseOthers\n',
    tests,
    name: 'ZR232',
  },
  {
    removes: 'ZR233: Members of other workspaces do not pick up a parked call.',
    file: `${calls}/park-call.ts`,
    find: 'session?.stored.workspaceId !== user.workspaceId',
    replace: '!session',
    tests,
    name: 'another workspace',
  },
  {
    removes: 'ZR233: Members of other workspaces do not list a parked call.',
    file: 'apps/phone-service/src/call-log/records/parked-calls.ts',
    find: "    .where('workspace_id', '=', workspaceId)\n",
    replace: "    .where('workspace_id', 'is not', workspaceId ? null : null)\n",
    tests,
    name: 'another workspace',
  },
  {
    removes: 'ZR234: Two members do not pick up the same call.',
    file: parkCall,
    find: 'answering && answering.userId !== by.user.userId',
    replace: 'answering === undefined',
    tests,
    name: 'at the same time',
  },
  {
    removes: 'ZR235: A parked call returns to its user.',
    file: parkCall,
    find: '[setTimer(timer)]',
    replace: 'timer ? [] : [setTimer(timer)]',
    tests,
    name: 'that no member picks up',
  },
  {
    removes: 'ZR235: A returned call can be picked up after its user has declined it.',
    file: `${sessions}/ringing/answer-call.ts`,
    find: ' || isQueued || isParked)',
    replace: ' || isQueued || (isParked && isQueued))',
    tests,
    name: 'that its user declines',
  },
  {
    removes: 'ZR235: A parked call ends when the caller hangs up.',
    file: 'apps/phone-service/src/call-state/reason-to-end.ts',
    find: '    return phonesIn.length === 0 ? toEndReason(state, findLastToLeave(phones)) : null\n',
    replace: '    return null\n',
    tests,
    name: 'a caller who hangs up',
  },
  {
    removes: 'ZR236: A call that was parked at another node is picked up.',
    file: `${calls}/forward-commands.ts`,
    find: '!isKnownCall(stored, user) && !stored.state.parked',
    replace: '!isKnownCall(stored, user)',
    tests,
    name: 'at one node picks up',
  },
  {
    removes: 'ZR236: The list changes when a node dies.',
    file: `${sessions}/end-calls-of-node.ts`,
    find: '  sendListChanges(deps.live, workspaceId, call.state, null)\n',
    replace: '  void sendListChanges\n',
    tests,
    name: 'of a node that dies',
  },
  {
    removes: 'ZR237: A workspace has a maximum number of parked calls.',
    file: parkCall,
    find: 'const maxParkedCalls = 50',
    replace: 'const maxParkedCalls = 51',
    tests,
    name: 'a maximum number',
  },
  {
    removes: 'ZR237: A call whose other number has not answered is not parked.',
    file: parkCall,
    find: "leg.kind === 'phone' && leg.state === 'joined'",
    replace: "leg.kind === 'phone'",
    tests,
    name: 'another number is added',
  },
  {
    removes: 'ZR238: An emergency call is not parked.',
    file: parkCall,
    find: 'if (isEmergency(parts)) throw',
    replace: 'if (hasEmergencyService({ legs: [] })) throw',
    tests,
    name: 'ZR238',
  },
  {
    removes: 'ZR239: Only the members of a queue list its callers.',
    file: `${calls}/list-parked-calls.ts`,
    find: 'memberIds.includes(user.userId)',
    replace: 'memberIds.includes(user.userId) !== null',
    tests: queuesTests,
    name: 'ZR239',
  },
  {
    removes: 'ZR239: The members of a queue learn that a caller has begun to wait.',
    file: `${sessions}/parts/send-call.ts`,
    find: "for (const userId of memberIds)\n    live.sendToTabsShowing(workspaceId, userId, { type: 'waiting-calls.changed' })",
    replace: 'void memberIds',
    tests: queuesTests,
    name: 'ZR239',
  },
]
