import { useStore } from '@parley/kit-react'
import { FullScreenAlert } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { findEmergencyFailure } from './emergency-failure.ts'

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
