import { Button } from '@parley/ui'
import { Fingerprint } from 'lucide-react'
import { explainPasskeyError } from '../../../components/passkey-button/explain-passkey-error.ts'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { useAttempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { getStepOptions, type StepProps, useStepEnd } from './use-step-end.ts'

/** Confirms with the passkey. */
export function PasskeyStep(props: StepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const end = useStepEnd(props)
  const confirm = () =>
    attempt.run(() =>
      end(
        () => app.signInWithPasskey(getStepOptions(props)),
        (error) => explainPasskeyError(error, common),
      ),
    )
  return (
    <div className="grid gap-3">
      <AttemptCallout failed={attempt.failed} />
      <Button
        variant="primary"
        autoFocus
        icon={Fingerprint}
        state={attempt.isBusy ? 'busy' : 'idle'}
        onClick={confirm}
      >
        {t('confirm.with-passkey')}
      </Button>
      <Button onClick={props.onCancel}>{t('page.cancel')}</Button>
    </div>
  )
}
