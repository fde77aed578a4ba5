import { useStore } from '@parley/kit-react'
import { FullScreenAlert } from '@parley/ui'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { type CallManagerState, isFailedEmergencyCall } from '../manager/call-manager-state.ts'

/** Full-screen advice after an emergency number could not be called, or its call failed. */
export function EmergencyView() {
  const { t } = useLanguage()
  const { callManager } = usePhone()
  const failure = findEmergencyFailure(useStore(callManager))
  if (!failure) return null
  const { number, kind } = failure
  const close = () => {
    callManager.dismissProblem()
    callManager.dismissEnded()
  }

  return (
    <FullScreenAlert
      title={t(kind === 'failed' ? 'emergency.failed' : 'emergency.title', { number })}
      description={t(kind === 'failed' ? 'emergency.failed-sentence' : 'emergency.sentence')}
      closeLabel={t('emergency.close')}
      onClose={close}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-control">
        <li>{t('emergency.mobile')}</li>
        <li>{t('emergency.landline')}</li>
        <li>{t('emergency.ask')}</li>
      </ul>
    </FullScreenAlert>
  )
}

/** An emergency number that was not reached. */
interface EmergencyFailure {
  readonly number: string
  /** `not-called`: no call was made. */
  readonly kind: 'not-called' | 'failed'
}

/** Returns the emergency call that failed last; null if there is none, or after it was dismissed. */
export function findEmergencyFailure({ problem, ended }: CallManagerState): EmergencyFailure | null {
  const error = problem?.kind === 'request' ? problem.error : null
  if (isPhoneApiError(error, 'EMERGENCY_NUMBER')) return { number: error.details.typed, kind: 'not-called' }
  if (isPhoneApiError(error, 'EMERGENCY_CALL_LIMIT_WORKSPACE'))
    return { number: problem?.dialledNumber ?? '', kind: 'not-called' }
  return ended?.number && isFailedEmergencyCall(ended) ? { number: ended.number, kind: 'failed' } : null
}
