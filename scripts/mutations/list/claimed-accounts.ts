import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const claimed = {
  tests: [`${phone}/account-events/claimed-accounts.test.ts`],
  name: 'ZR456',
} as const

/** Who signs up with the address of another person keeps nothing when that person claims the account. */
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
    find: "  if (type === 'user.claimed') await deletePersonalData(services.database, data.id)\n",
    replace: '',
    ...claimed,
  },
  {
    removes: 'ZR456: The phone does not learn that an account is claimed.',
    file: 'apps/account-service/src/auth/password/claim-unverified-address.ts',
    find: "  await transaction.publish('user.claimed', { id: userId })\n",
    replace: '',
    tests: ['apps/account-service/src/platform/webhooks/phone-events.test.ts'],
    name: 'ZR312',
  },
]
