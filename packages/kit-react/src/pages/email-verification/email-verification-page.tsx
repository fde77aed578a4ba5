import { Button } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { isCode } from '../form/code.ts'
import type { Explanation } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { FailedCard } from '../layout/failed-card.tsx'
import { LinkError } from '../layout/link-error.tsx'
import { PendingCard } from '../layout/page-layout.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { explainVerificationError, isNotOwnerError } from './explain-verification-error.ts'
import { NewVerificationLink } from './new-verification-link.tsx'
import { OwnerSignIn } from './owner-sign-in.tsx'

/** Verifies the e-mail address with the code in the URL. */
export function EmailVerificationPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const user = useUser()
  const { t } = useLanguage()
  const code = search.get('code')
  const usable = isCode(code) ? code : null
  const [redeeming, tryAgain] = useRedeemCode(usable, (value) => app.verifyEmail(value))

  if (code === null)
    return (
      <VerificationLinkProblem title={t('verification.missing')} advice={t('verification.missing-advice')} />
    )
  if (usable === null)
    return (
      <VerificationLinkProblem title={t('verification.invalid')} advice={t('verification.invalid-advice')} />
    )

  switch (redeeming.state) {
    case 'busy':
      return <PendingCard title={t('verification.busy')} />
    case 'done':
      return <Verified title={t('verification.done')} />
    case 'refused': {
      if (isNotOwnerError(redeeming.refusal)) return <OwnerSignIn user={user} />
      if (redeeming.refusal.code === 'VERIFICATION_CODE_ALREADY_USED' && user?.primaryEmailVerified) {
        return <Verified title={t('verification.already-verified')} />
      }
      const names = { project: project.displayName, host: location.host }
      return <VerificationLinkProblem {...explainVerificationError(redeeming.refusal, t, names)} />
    }
    case 'failed':
      return <FailedCard title={t('verification.failed')} error={redeeming.error} onTryAgain={tryAgain} />
  }
}

function Verified({ title }: { title: string }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const proceed = useAttempt()

  return (
    <ResultCard tone="positive" title={title} advice={t('verification.done-advice')}>
      <AttemptCallout failed={proceed.failed} />
      <Button
        variant="primary"
        size="large"
        state={proceed.isBusy ? 'busy' : 'idle'}
        onClick={() =>
          proceed.run(async () => {
            await app.redirectToAfterSignIn()
            return null
          })
        }
      >
        {t('common.proceed')}
      </Button>
    </ResultCard>
  )
}

function VerificationLinkProblem({ title, advice }: Explanation) {
  return (
    <LinkError title={title} advice={advice}>
      <NewVerificationLink />
    </LinkError>
  )
}
