import type { PhoneError } from '@parley/contract/phone'
import { type CallingLimits, checkDestination, createPremiumError } from '../limits/index.ts'
import {
  isEmergencyTestNumber,
  type PhoneNumber,
  parseNumber,
  parseShortNumber,
} from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import type { EmergencyRoute } from './records/index.ts'

/**
 * Returns the test number of an emergency route: that of providers, an extension that its trunk allows, or a number
 * that the workspace may call. Returns the error that explains why another one is rejected.
 */
export async function checkTestNumber(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
  { trunkId, testNumber }: Pick<EmergencyRoute, 'trunkId' | 'testNumber'>,
  limits: CallingLimits,
): Promise<PhoneNumber | PhoneError> {
  const parsed = parseNumber(testNumber, limits.homeCountry)
  const short = parseShortNumber(testNumber, limits.homeCountry)
  if (short && isEmergencyTestNumber(short.number)) return short
  if (short && parsed.kind !== 'emergency') {
    const trunks = await listTrunks(database, workspaceId)
    if (trunks.some(({ id, allowsShortNumbers }) => id === trunkId && allowsShortNumbers))
      return short.isPremium ? createPremiumError(short) : short
  }
  return checkDestination(testNumber, parsed, limits, 'trunk')
}
