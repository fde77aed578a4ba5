import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const resolveCall = `${phone}/emergency/resolve-emergency-call.ts`
const tests = [`${phone}/emergency/emergency-numbers.test.ts`] as const
const checkAccess = `${phone}/account-events/check-access.ts`
const uninterrupted = [`${phone}/emergency/uninterrupted-calls.test.ts`] as const

export const emergencyCallMutations: readonly Mutation[] = [
  {
    removes: 'ZR146: The caller ID of an emergency call is a number of another trunk.',
    file: resolveCall,
    find: '=> number.trunkId === trunkId)',
    replace: '=> number.trunkId !== null)',
    tests,
    name: 'ZR146',
  },
  {
    removes: 'ZR706: An emergency number of any country avoids all limits.',
    file: resolveCall,
    find: 'isEmergencyNumberIn(country, parsed.number))',
    replace: "isEmergencyNumberIn(country, parsed.number) || country !== '')",
    tests,
    name: 'ZR706',
  },
  {
    removes: 'ZR707: A call to the test number of providers has the rules of emergency calls.',
    file: `${phone}/call-state/emergency-service.ts`,
    find: '!isEmergencyTestNumber(number) && ',
    replace: '(isEmergencyTestNumber(number) || true) && ',
    tests,
    name: 'ZR707',
  },
  {
    removes: 'ZR607: The emergency numbers of two digits of the home country are invalid numbers.',
    file: `${phone}/numbering-plan/emergency-numbers.ts`,
    find: 'homeCountry !== null && isEmergencyNumberIn(homeCountry, number)',
    replace: "homeCountry === '' && isEmergencyNumberIn(homeCountry, number)",
    tests,
    name: 'ZR607',
  },
  {
    removes: 'ZR607: An emergency number of two digits is called without the rules of emergency calls.',
    file: `${phone}/calls/start-emergency-call.ts`,
    find: 'isEmergency: true,',
    replace: 'isEmergency: false,',
    tests,
    name: 'ZR607',
  },
  {
    removes: 'ZR608: The emergency numbers that the numbering plans do not list are invalid numbers.',
    file: `${phone}/numbering-plan/emergency-numbers.ts`,
    find: '(furtherNumbers[country]?.includes(number) ?? false)',
    replace: 'furtherNumbers[country]?.length === 0',
    tests,
    name: 'ZR608',
  },
  {
    removes: 'ZR708: The home country of the installation decides what an emergency number is.',
    file: resolveCall,
    find: 'parseNumber(typed, homeCountry)',
    replace: 'parseNumber(typed, settings.homeCountry)',
    tests,
    name: 'ZR708',
  },
  {
    removes: 'ZR713: A workspace without the grant of the operator reads that it can call emergency numbers.',
    file: resolveCall,
    find: '!(await areTrunksLastGranted(deps, workspaceId))',
    replace: "!(await areTrunksLastGranted(deps, workspaceId).then(() => route.trunkId !== ''))",
    tests,
    name: 'ZR713',
  },
  {
    removes: 'ZR713: An outage of the account service prevents emergency calls.',
    file: `${phone}/trunks/require-trunk-grant.ts`,
    find: 'trunkGrants.findLastKnown(workspaceId) ?? (await trunkGrants.find(workspaceId, now()))',
    replace: 'await trunkGrants.hasMembers(workspaceId).catch(() => now().getTime() === 0)',
    tests,
    name: 'ZR713',
  },
  {
    removes:
      'ZR704: A former member stays in a call that an emergency service has left, until the next check.',
    file: `${phone}/call-sessions/conference-events.ts`,
    find: 'checkUsersAfterEmergency(parts)',
    replace: 'void checkUsersAfterEmergency',
    tests: uninterrupted,
    name: 'as soon as',
  },
  {
    removes: 'ZR704: A former member whose check was postponed is never checked again.',
    file: checkAccess,
    find: "if ((await check(services, userId)) === 'check-again') current.delete(sessionId)",
    replace: 'await check(services, userId)',
    tests: uninterrupted,
    name: 'not announced',
  },
  {
    removes: 'ZR705: The deletion of a workspace ends the emergency calls of its members.',
    file: checkAccess,
    find: ' || hasEmergencyService(state)',
    replace: ' || hasEmergencyService({ ...state, legs: [] })',
    tests: uninterrupted,
    name: 'ZR705',
  },
  {
    removes: 'ZR705: The calls of a deleted workspace are ended only when its deletion arrives.',
    file: checkAccess,
    find: 'await selectDeletedWorkspaces(services.database, [...active])',
    replace: 'await selectDeletedWorkspaces(services.database, [...active].slice(active.size))',
    tests: [`${phone}/routing/former-members.test.ts`],
    name: 'ZR705',
  },
]
