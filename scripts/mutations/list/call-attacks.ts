import type { Mutation } from '../mutation.ts'

const phoneService = 'apps/phone-service/src'
const formerMembers = `${phoneService}/routing/without-former-members.ts`
const formerMembersTest = `${phoneService}/routing/former-members.test.ts`
const transfers = `${phoneService}/call-sessions/transfers`

/** Protections against former members and hostile callers. */
export const callAttackMutations: readonly Mutation[] = [
  {
    removes: 'ZR310: The calls for a former member are not forwarded to their number.',
    file: formerMembers,
    find: 'step.userId === null || isMember(step.userId) ? [step] : []',
    replace: 'step.userId !== undefined ? [step] : []',
    tests: [formerMembersTest],
    name: 'ZR310',
  },
  {
    removes: 'ZR310: No call is forwarded to the number of a user during an outage of the account service.',
    file: formerMembers,
    find: "return steps.filter((step) => step.kind !== 'number' || step.userId === null)",
    replace: 'return steps',
    tests: [formerMembersTest],
    name: 'ZR310',
  },
  {
    removes: 'ZR310: The settings of a deleted user are deleted.',
    file: `${phoneService}/account-events/delete-data.ts`,
    find: '  await deleteUserSettings(database, userId)\n',
    replace: '  void deleteUserSettings\n',
    tests: [formerMembersTest],
    name: 'ZR310',
  },
  {
    removes: 'ZR311: A call without a user is not transferred at the request of its caller.',
    file: `${transfers}/requested-transfer.ts`,
    find: 'const transfer = isWithUser && event',
    replace: 'void isWithUser\n  const transfer = event',
    tests: [`${transfers}/transfer-without-user.test.ts`],
    name: 'ZR311',
  },
  {
    removes: 'ZR312: The phone receives the team of an event about a membership.',
    file: 'apps/account-service/src/platform/webhooks/phone-events.ts',
    find: 'data: { id, user_id, team_id }, at }\n',
    replace: 'data: { id, user_id }, at }\n',
    tests: ['apps/account-service/src/platform/webhooks/phone-events.test.ts'],
    name: 'ZR312',
  },
  {
    removes: 'ZR313: The caller ID of a forwarded call is a number of the workspace.',
    file: `${phoneService}/numbers/find-forwarding-route.ts`,
    find: 'const from = owner?.workspaceId === workspaceId ? ownNumber : personal?.number',
    replace: 'const from = owner ? ownNumber : personal?.number',
    tests: [`${phoneService}/routing/forwarding-abuse.test.ts`],
    name: 'ZR313',
  },
  {
    removes: 'ZR314: Only a few calls at a time are forwarded to a number that has not answered.',
    file: `${phoneService}/call-sessions/forwarding/forward-call.ts`,
    find: 'if (others >= maxUnansweredForwardings) {',
    replace: 'if (others < 0) {',
    tests: [`${phoneService}/routing/forwarding-abuse.test.ts`],
    name: 'ZR314',
  },
  {
    removes: 'ZR315: The number of a deleted workspace is released.',
    file: `${phoneService}/account-events/delete-data.ts`,
    find: '  await releasePersonalNumbers(database, { workspaceId }, now())\n',
    replace: '  void now\n',
    tests: [`${phoneService}/account-events/deleted-workspaces.test.ts`],
    name: 'ZR315',
  },
  {
    removes: 'ZR315: A member keeps the number, whatever events arrive.',
    file: `${phoneService}/account-events/delete-data.ts`,
    find: 'if (members.size === 0) await',
    replace: 'if (members.size >= 0) await',
    tests: [`${phoneService}/account-events/deleted-workspaces.test.ts`],
    name: 'ZR315',
  },
  {
    removes: 'ZR316: The trunks of a deleted workspace are deleted.',
    file: `${phoneService}/account-events/delete-data.ts`,
    find: '  await deleteTrunksOfWorkspace(services, workspaceId)\n',
    replace: '  void deleteTrunksOfWorkspace\n',
    tests: [`${phoneService}/account-events/deleted-workspaces.test.ts`],
    name: 'ZR316',
  },
  {
    removes: 'ZR317: Of several owners, none takes the calls to numbers that no trunk lists.',
    file: 'packages/call-engine/src/embedded/trunks/select-trunk.ts',
    find: ' || countOwners(unregistered) > 1) return named',
    replace: ') return named',
    tests: ['packages/call-engine/src/embedded/trunks/trunk-owners.test.ts'],
    name: 'ZR317',
  },
  {
    removes: 'ZR317: A trunk without numbers is not added at the address of another workspace.',
    file: `${phoneService}/trunks/records/trunk-addresses.ts`,
    find: 'first === null && unregistered.length > 0',
    replace: 'first === null && unregistered.length > 9',
    tests: [`${phoneService}/trunks/trunk-tenancy.test.ts`],
    name: 'ZR317',
  },
  {
    removes: 'ZR318: An incoming call ends with its caller before it is connected.',
    file: `${phoneService}/call-state/reason-to-end.ts`,
    find: 'if (isUnansweredIncoming(state) && caller && !isPresent(caller)) return',
    replace: 'if (caller === null) return',
    tests: [`${phoneService}/call-state/call-state.test.ts`],
    name: 'ZR318',
  },
  {
    removes: 'ZR318: No number is added to a call before its caller is connected.',
    file: `${phoneService}/call-sessions/call-session.ts`,
    find: 'if (isUnansweredIncoming(this.stored.state)) throw',
    replace: 'if (isUnansweredIncoming === null) throw',
    tests: [`${phoneService}/calls/answer-call.test.ts`],
    name: 'ZR318',
  },
]
