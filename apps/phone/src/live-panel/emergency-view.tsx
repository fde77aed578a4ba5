import { FullScreenAlert } from '@parley/ui'
import { isRefusal } from '../api/refusal.ts'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'

/** Full-screen advice after an emergency number was dialed, which Parley cannot call. */
export function EmergencyView() {
  const { t } = useLanguage()
  const { switchboard } = usePhone()
  const { problem } = useStore(switchboard)
  const refusal = problem?.kind === 'refused' ? problem.refusal : null
  if (!isRefusal(refusal, 'EMERGENCY_NUMBER')) return null

  return (
    <FullScreenAlert
      title={t('emergency.title', { number: refusal.details.typed })}
      description={t('emergency.sentence')}
      closeLabel={t('emergency.close')}
      onClose={switchboard.dismissProblem}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-control">
        <li>{t('emergency.mobile')}</li>
        <li>{t('emergency.landline')}</li>
        <li>{t('emergency.ask')}</li>
      </ul>
    </FullScreenAlert>
  )
}
