import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const limitsTest = `${phone}/limits/limits.test.ts`
const reserveAnsweredSlot = `${phone}/limits/reserve-answered-slot.ts`
const answeredSlotsTest = `${phone}/limits/answered-slots.test.ts`

export const callLimitMutations: readonly Mutation[] = [
  {
    removes: 'The calls of a workspace are not limited to the concurrent maximum.',
    file: `${phone}/limits/calling-limits.ts`,
    find: '    .where(sql<boolean>`cardinality(slot_ids) < concurrent_calls`)\n',
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'The calls of a workspace are not limited per minute.',
    file: `${phone}/limits/calling-limits.ts`,
    find: '    .where(sql<boolean>`cardinality(array(${recentStarts})) < calls_per_minute`)\n',
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'A call to a country that is not allowed is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: 'if (country === null || !limits.allowedCountries.includes(country))',
    replace: 'if (country === null)',
    tests: [limitsTest],
  },
  {
    removes: 'A premium number is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: '  if (isPremium) return createPremiumError(parsed)\n',
    replace: '',
    tests: [limitsTest],
  },
  {
    removes: 'An emergency number is dialled.',
    file: `${phone}/limits/check-destination.ts`,
    find: "if (parsed.kind === 'emergency')",
    replace: "if (understood.kind === 'emergency' && typed === '')",
    tests: [limitsTest],
  },
  {
    removes: 'A user without a verified e-mail calls through trunks.',
    file: `${phone}/numbers/resolve-route.ts`,
    find: 'simulatedPstnTrunkId && !user.isEmailVerified)',
    replace: 'simulatedPstnTrunkId && user.isEmailVerified === null)',
    tests: [`${phone}/numbers/unverified-callers.test.ts`],
  },
  {
    removes: 'ZR32: a busy workspace takes all call slots',
    file: `${phone}/limits/calling-limits.ts`,
    find: 'return usable > 0 && (own < unconditionalSlots || usable > own)',
    replace: 'return usable > 0',
    tests: [`${phone}/limits/limits.test.ts`],
    name: 'ZR32',
  },
  {
    removes: 'ZR32: workspaces without a trunk take all call slots',
    file: `${phone}/limits/calling-limits.ts`,
    find: 'hasTrunk ? free : Math.min(free, Math.ceil(max / 2) - withoutTrunk)',
    replace: 'free',
    tests: [`${phone}/limits/limits.test.ts`],
    name: 'ZR32',
  },
  {
    removes: 'ZR913: A user answers calls without end.',
    file: reserveAnsweredSlot,
    find: 'if (ofUser >= maxOfUser)',
    replace: 'if (ofUser >= 10 * maxOfUser)',
    tests: [answeredSlotsTest],
    name: 'ZR913',
  },
  {
    removes: 'ZR914: The members of one workspace answer calls until no port for audio is left.',
    file: reserveAnsweredSlot,
    find: 'if (!isSlotFree({ ...reserved, max }))',
    replace: 'if (!isSlotFree({ ...reserved, max: 10 * max }))',
    tests: [answeredSlotsTest],
    name: 'ZR914',
  },
  {
    removes: 'ZR915: An answered call counts after its end.',
    file: `${phone}/limits/calling-limits.ts`,
    find: '  await releaseAnsweredSlots(database, slotIds)\n',
    replace: '  void releaseAnsweredSlots\n',
    tests: [answeredSlotsTest],
    name: 'ZR915',
  },
  {
    removes: 'ZR915: A merged call counts until the call ends to which its participants have moved.',
    file: `${phone}/call-sessions/merging/merge-calls.ts`,
    find: '  if (dropped) await into.dialling.releaseSlot(dropped.id)\n',
    replace: '',
    tests: [answeredSlotsTest],
    name: 'ZR915: merged',
  },
]
