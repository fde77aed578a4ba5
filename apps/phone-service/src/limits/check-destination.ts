import { PhoneError } from '@parley/contract/phone'
import type { ParsedNumber, PhoneNumber } from '../numbering-plan/index.ts'
import type { CallingLimits } from './calling-limits.ts'

/**
 * Returns the number when the workspace may call it, else the error that explains why not.
 *
 * @param network the network that the route goes to. Calls within the simulated telephone network are free.
 */
export function checkDestination(
  typed: string,
  parsed: ParsedNumber,
  limits: CallingLimits,
  network: 'simulated' | 'trunk',
): PhoneNumber | PhoneError {
  if (parsed.kind === 'emergency') return new PhoneError('EMERGENCY_NUMBER', { typed })
  if (parsed.kind === 'invalid') return new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })

  const { number, country, isPremium, isValid } = parsed
  if (network === 'simulated') return parsed
  if (isPremium) return createPremiumError(parsed)
  // A number without a known country never counts as domestic.
  if (country === null || !limits.allowedCountries.includes(country)) {
    return new PhoneError('COUNTRY_NOT_ALLOWED', { number, country, allowed: [...limits.allowedCountries] })
  }
  if (!isValid) return new PhoneError('NUMBER_NOT_VALID', { number })
  return parsed
}

export function createPremiumError({ number }: Pick<PhoneNumber, 'number'>): PhoneError {
  return new PhoneError('PREMIUM_NUMBER', { number })
}
