import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { OtherAccountCard } from '../oauth-callback/other-account-card.tsx'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { TotpForm } from './totp-form.tsx'
import type { EndedAttempt } from './use-second-factor.ts'

/** Completes a sign-in with a code of the authenticator app, or with a recovery code. */
export function MfaPage() {
  const app = useStackApp()
  // Read once, because it is removed after the sign-in.
  const [attemptCode] = useState(() => app.getMfaAttemptCode())
  const [ended, setEnded] = useState<EndedAttempt | null>(null)
  const [isRecovery, setIsRecovery] = useState(false)

  if (attemptCode === null) return <EndedCard reason="missing" />
  if (ended === 'other-account') return <OtherAccountCard />
  if (ended !== null) return <EndedCard reason={ended} />
  return isRecovery ? (
    <RecoveryCodeForm attemptCode={attemptCode} onEnded={setEnded} onUseApp={() => setIsRecovery(false)} />
  ) : (
    <TotpForm attemptCode={attemptCode} onEnded={setEnded} onUseRecoveryCode={() => setIsRecovery(true)} />
  )
}

function EndedCard({ reason }: { reason: Exclude<EndedAttempt, 'other-account'> | 'missing' }) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard
      tone={reason === 'missing' ? 'neutral' : 'danger'}
      title={t(`mfa.${reason}`)}
      advice={t(`mfa.${reason}-advice`)}
    >
      <PageButtonLink variant="primary" size="large" href={app.signInUrl()}>
        {t('sign-in.submit')}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
