import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const upperCaseTest = `${phone}/contract-tests/upper-case-ids.test.ts`
const saveCostTest = `${phone}/routing/save-cost.test.ts`

/** Requests of users to the phone. */
export const phoneRequestMutations: readonly Mutation[] = [
  {
    removes: 'ZR382: An administrator changes the configuration all day at the limit of a minute.',
    file: `${phone}/request-context/rate-limit.ts`,
    find: "  changes: createLimitPerDay('phone-changes-in-a-day', 5_000),\n",
    replace: '',
    tests: [`${phone}/request-context/rate-limit.test.ts`],
    name: 'ZR382',
  },
  {
    removes: 'ZR384: An id in upper case names nothing.',
    file: 'packages/contract/src/phone/fields.ts',
    find: 'const uuid = z.uuid().toLowerCase()',
    replace: 'const uuid = z.uuid()',
    tests: ['packages/contract/src/phone/lower-case-ids.test.ts', upperCaseTest],
    name: 'ZR384',
  },
  {
    removes: 'ZR384: A workspace in upper case is not found.',
    file: `${phone}/request-context/phone-api.ts`,
    find: 'firstValue(headers[workspaceHeader])?.toLowerCase() ?? null',
    replace: 'firstValue(headers[workspaceHeader])',
    tests: [upperCaseTest],
    name: 'ZR384',
  },
  {
    removes: 'ZR386: A routing of an older version is checked completely.',
    file: `${phone}/routing/change-routing.ts`,
    find: ".version !== body.version)\n    throw new PhoneError('ROUTING_CHANGED')",
    replace: ".version !== body.version)\n    services.log.info('routing.save_rejected')",
    tests: [saveCostTest],
    name: 'ZR386',
  },
  {
    removes: 'ZR386: The limits of a workspace are read for each number of a routing.',
    file: `${phone}/numbers/find-forwarding-route.ts`,
    find: 'await checkDial(deps, user, { to }, rules)',
    replace: 'await checkDial(deps, user, { to })',
    tests: [saveCostTest],
    name: 'ZR386',
  },
]
