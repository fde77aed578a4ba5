import type { Mutation } from '../mutation.ts'

const phoneRoles = 'apps/phone-service/src/contract-tests/role-matrix.test.ts'
const networkLimits = 'apps/account-service/src/platform/request-context/network-limits.test.ts'

/** Access levels, rate limits and lists of endpoints, as both contracts state them. */
export const contractMutations: readonly Mutation[] = [
  {
    removes: 'an endpoint that is exported may be missing in the list of endpoints',
    file: 'packages/contract/src/endpoint.ts',
    find: "'method' in value && 'path' in value",
    replace: "'method' in value && 'response' in value",
    tests: ['packages/contract/src/contract.test.ts'],
  },
  {
    removes: 'members change the configuration of the phone',
    file: 'apps/phone-service/src/request-context/phone-api.ts',
    find: "else if (endpoint.access === 'phone_admin') requireAdmin(client)",
    replace: '',
    tests: [phoneRoles],
  },
  {
    removes: 'the contract of the phone opens an endpoint of administrators to members',
    file: 'packages/contract/src/phone/limits.ts',
    find: "path: '/limits/refusals',\n  access: 'phone_admin'",
    replace: "path: '/limits/refusals',\n  access: 'member'",
    tests: [phoneRoles],
  },
  {
    removes: 'the rate limit that an endpoint names is not applied',
    file: 'apps/account-service/src/platform/request-context/network-limits.ts',
    find: 'if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)',
    replace: '',
    tests: [networkLimits],
    name: 'EN4',
  },
  {
    removes: 'an endpoint for codes names no rate limit',
    file: 'packages/contract/src/account/auth/otp.ts',
    find: "  rateLimit: 'code-mails',\n",
    replace: '',
    tests: [networkLimits],
    name: 'EN4',
  },
  {
    removes: 'a public endpoint of the phone requires a signed-in user',
    file: 'apps/phone-service/src/request-context/phone-api.ts',
    find: "access === 'public' ? null : await",
    replace: 'await',
    tests: [phoneRoles],
  },
  {
    removes: 'ZR29: e-mail addresses of any length are normalised',
    file: 'packages/contract/src/account/fields.ts',
    find: '.max(320, { abort: true })',
    replace: '.max(320)',
    tests: ['packages/contract/src/account/fields.test.ts'],
    name: 'ZR29',
  },
]
