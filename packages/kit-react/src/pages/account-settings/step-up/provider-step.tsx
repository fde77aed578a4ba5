import { Button } from '@parley/ui'
import { ProviderMark } from '../../../components/oauth-button/provider-mark.tsx'
import { getProviderName } from '../../../components/oauth-button/provider-name.ts'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { useAttempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'

interface ProviderStepProps {
  provider: string
  expectedUserId: string
  onCancel: () => void
}

/** Confirms with an account of a provider. The browser leaves the page and returns. */
export function ProviderStep({ provider, expectedUserId, onCancel }: ProviderStepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const leave = () =>
    attempt.run(async () => {
      // Without a connection, the browser would replace this page by its error page.
      if (!navigator.onLine) return { title: common('failure.offline'), advice: '' }
      const { pathname, search, hash } = location
      await app.signInWithOAuth(provider, { returnTo: pathname + search + hash, expectedUserId })
      return null
    })
  return (
    <div className="grid gap-3">
      <p>{t('confirm.provider-advice')}</p>
      <AttemptCallout failed={attempt.failed} />
      <Button variant="primary" autoFocus state={attempt.isBusy ? 'busy' : 'idle'} onClick={leave}>
        {!attempt.isBusy && <ProviderMark provider={provider} />}
        {t('confirm.with-provider', { provider: getProviderName(provider) })}
      </Button>
      <Button onClick={onCancel}>{t('page.cancel')}</Button>
    </div>
  )
}
