import { useStore } from '@parley/kit-react'
import { FullScreenAlert } from '@parley/ui'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

/** Full-screen advice after an emergency number was dialed, which Parley cannot call. */
export function EmergencyView() {
  const { t } = useLanguage()
  const { callManager } = usePhone()
  const { problem } = useStore(callManager)
  const error = problem?.kind === 'request' ? problem.error : null
  if (!isPhoneApiError(error, 'EMERGENCY_NUMBER')) return null

  return (
    <FullScreenAlert
      title={t('emergency.title', { number: error.details.typed })}
      description={t('emergency.sentence')}
      closeLabel={t('emergency.close')}
      onClose={() => callManager.dismissProblem()}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-control">
        <li>{t('emergency.mobile')}</li>
        <li>{t('emergency.landline')}</li>
        <li>{t('emergency.ask')}</li>
      </ul>
    </FullScreenAlert>
  )
}
