import type { CurrentUser } from '@parley/kit'
import { Button } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { useInitialUser } from '../form/use-initial-user.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** The page that e-mails about changed sign-in methods link to. Here, users end their other sessions. */
export function AccountSettingsPage() {
  const app = useStackApp()
  const user = useInitialUser()
  const { t } = useLanguage()

  if (user) return <OtherSessions user={user} />
  return (
    <ResultCard tone="neutral" title={t('sessions.title')} advice={t('sessions.sign-in-first')}>
      <PageButtonLink variant="primary" size="large" href={app.signInUrl()}>
        {t('sign-in.submit')}
      </PageButtonLink>
    </ResultCard>
  )
}

function OtherSessions({ user }: { user: CurrentUser }) {
  const { urls } = useStackApp()
  const { t } = useLanguage()
  const attempt = useAttempt()
  const [hasEnded, setHasEnded] = useState(false)
  const end = () =>
    attempt.run(async () => {
      await user.endOtherSessions()
      setHasEnded(true)
      return null
    })

  if (hasEnded)
    return (
      <ResultCard tone="positive" title={t('sessions.ended')} advice={t('sessions.ended-advice')}>
        <PageButtonLink href={urls.home}>{t('common.go-home')}</PageButtonLink>
      </ResultCard>
    )
  return (
    <ResultCard tone="neutral" title={t('sessions.title')} advice={t('sessions.advice')}>
      <AttemptCallout failed={attempt.failed} />
      <Button variant="primary" size="large" disabled={attempt.isBusy} onClick={end}>
        {t('sessions.end')}
      </Button>
      <PageButtonLink href={urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
