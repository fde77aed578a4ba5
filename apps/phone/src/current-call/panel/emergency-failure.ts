import { isPhoneApiError } from '../../api/errors.ts'
import { type CallManagerState, isFailedEmergencyCall } from '../manager/call-manager-state.ts'

/** An emergency number that was not reached. */
export interface EmergencyFailure {
  readonly number: string
  /** `not-called`: no call was made. */
  readonly kind: 'not-called' | 'failed'
}

/** Returns the emergency call that failed last; null if there is none, or after it was dismissed. */
export function findEmergencyFailure({ problem, ended }: CallManagerState): EmergencyFailure | null {
  const error = problem?.kind === 'request' ? problem.error : null
  if (isPhoneApiError(error, 'EMERGENCY_NUMBER')) return { number: error.details.typed, kind: 'not-called' }
  if (isPhoneApiError(error, 'EMERGENCY_CALL_LIMIT_WORKSPACE'))
    return { number: problem?.dialedNumber ?? '', kind: 'not-called' }
  return ended?.number && isFailedEmergencyCall(ended) ? { number: ended.number, kind: 'failed' } : null
}
