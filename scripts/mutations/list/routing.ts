import type { Mutation } from '../mutation.ts'

const routing = 'apps/phone-service/src/routing'
const routingTest = `${routing}/routing.test.ts`
const queuesTest = `${routing}/queues.test.ts`
const queuePositionTest = `${routing}/queue-position.test.ts`
const announcePosition = 'apps/phone-service/src/call-sessions/queues/announce-position.ts'
const forwardingTest = `${routing}/forwarding.test.ts`

/** For whom incoming calls ring. */
export const routingMutations: readonly Mutation[] = [
  {
    removes: 'ZR190: A member for whom a call does not ring sees it.',
    file: 'apps/phone-service/src/call-log/records/stored-call.ts',
    find: '(routing.ringsFor?.includes(userId) ?? true) && ',
    replace: '',
    tests: [routingTest],
    name: 'ZR190',
  },
  {
    removes: 'ZR191: Each call to a group in turn begins with the same member.',
    file: `${routing}/group-turns.ts`,
    find: 'const next = last ? memberIds.indexOf(last.user_id) + 1 : 0',
    replace: 'const next = last ? 0 : 0',
    tests: [routingTest],
    name: 'ZR191',
  },
  {
    removes: 'ZR192: Two calls at the same time ring for the same member.',
    file: `${routing}/group-turns.ts`,
    find: '    await saveTurn(transaction, workspaceId, { turnOfGroupId: groupId, userIds: sorted.slice(0, 1) })\n',
    replace: '',
    tests: [routingTest],
    name: 'ZR192',
  },
  {
    removes: 'ZR299: A caller hears how many wait, in place of their position.',
    file: announcePosition,
    find: ' && other.place < place',
    replace: '',
    tests: [queuePositionTest],
    name: 'ZR299',
  },
  {
    removes: 'ZR299: The members hear the position of a caller after they have answered.',
    file: 'apps/phone-service/src/call-sessions/conference-events.ts',
    find: 'const names = [ringingTimer, queueTimer.name, positionTimer.name]',
    replace: 'const names = [ringingTimer, queueTimer.name]',
    tests: [queuePositionTest],
    name: 'the member who answers without either',
  },
  {
    removes: 'ZR193: A call rings for users who do not want to be disturbed.',
    file: 'apps/phone-service/src/call-log/records/stored-call.ts',
    find: ' && !routing.undisturbed.includes(userId)',
    replace: '',
    tests: [routingTest],
    name: 'ZR193',
  },
  {
    removes: 'ZR194: A save overwrites a later version.',
    file: `${routing}/routing-configurations.ts`,
    find: "          .where('version', '=', version)\n",
    replace: '',
    tests: [routingTest],
    name: 'ZR194',
  },
  {
    removes: 'ZR10: Names of groups and opening hours change the direction of text.',
    file: `${routing}/change-routing.ts`,
    find: 'name: removeInvisibleCharacters(named.name)',
    replace: 'name: named.name',
    tests: [routingTest],
    name: 'ZR10',
  },
  {
    removes: 'ZR195: The routing names users of other workspaces.',
    file: `${routing}/change-routing.ts`,
    find: '  await checkMembers(services, workspaceId, configuration)\n',
    replace: '',
    tests: [routingTest],
    name: 'ZR195',
  },
  {
    removes: 'ZR195: The routing names numbers of other workspaces.',
    file: `${routing}/change-routing.ts`,
    find: '  await checkNumbers(services, workspaceId, configuration)\n',
    replace: '',
    tests: [routingTest],
    name: 'ZR195',
  },
  {
    removes: 'ZR196: A forwarded call continues when one of the two telephones has left.',
    file: 'apps/phone-service/src/call-state/reason-to-end.ts',
    find: 'return phonesIn.length < 2 ? toEndReason(state, findLastToLeave(phones)) : null',
    replace: 'return null',
    tests: [forwardingTest],
    name: 'ZR196',
  },
  {
    removes: 'ZR197: Forwarding is saved to numbers that the user may not call.',
    file: 'apps/phone-service/src/numbers/find-forwarding-route.ts',
    find: '  if (refusal) throw refusal\n',
    replace: '',
    tests: [forwardingTest],
    name: 'ZR197',
  },
  {
    removes: 'ZR197: A call is forwarded to a number that the rules have forbidden since.',
    file: 'apps/phone-service/src/numbers/find-forwarding-route.ts',
    find: 'parseNumber(to, limits.homeCountry), limits, network)',
    replace: "parseNumber(to, limits.homeCountry), limits, 'simulated')",
    tests: [forwardingTest],
    name: 'ZR197',
  },
  {
    removes: 'ZR198: A forwarded call is forwarded again.',
    file: `${routing}/route-incoming-call.ts`,
    find: '  if (!(await isForwardedCall(database, { from, to }))) return steps\n',
    replace: '  if (from !== to) return steps\n',
    tests: [forwardingTest],
    name: 'ZR198',
  },
  {
    removes: 'ZR199: A waiting call rings for users in place of the members of the group.',
    file: 'apps/phone-service/src/call-log/records/stored-call.ts',
    find: '(routing.ringsFor?.includes(userId) ?? true) && ',
    replace: '',
    tests: [queuesTest],
    name: 'ZR199',
  },
  {
    removes: 'ZR200: Two waiting calls ring for the same member.',
    file: 'apps/phone-service/src/call-sessions/queues/choose-members.ts',
    find: '      !rung.has(userId) &&\n',
    replace: '',
    tests: [queuesTest],
    name: 'ZR200',
  },
]
