import { Button } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { isCode } from '../form/code.ts'
import { explainFailure } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { explainVerificationError } from './explain-verification-error.ts'
import { NewVerificationLink } from './new-verification-link.tsx'

/** Verifies the e-mail address with the code in the URL. */
export function EmailVerificationPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const user = useUser()
  const messages = useMessages()
  const { common, verification } = messages
  const code = search.get('code')
  const usable = isCode(code) ? code : null
  const [redeeming, tryAgain] = useRedeemCode(usable, (value) => app.verifyEmail(value))

  if (code === null) return <LinkError title={verification.missing} advice={verification.missingAdvice} />
  if (usable === null) return <LinkError title={verification.invalid} advice={verification.invalidAdvice} />

  switch (redeeming.state) {
    case 'busy':
      return <PendingCard title={verification.busy} />
    case 'done':
      return <Verified title={verification.done} />
    case 'refused': {
      if (redeeming.refusal.code === 'VERIFICATION_CODE_ALREADY_USED' && user?.primaryEmailVerified) {
        return <Verified title={verification.alreadyVerified} />
      }
      const names = { project: project.displayName, host: location.host }
      return <LinkError {...explainVerificationError(redeeming.refusal, messages, names)} />
    }
    case 'failed': {
      const { title, advice } = explainFailure(redeeming.error, messages)
      return (
        <ResultCard tone="danger" title={verification.failed} advice={`${title} ${advice}`}>
          <Button variant="primary" size="large" onClick={tryAgain}>
            {common.retry}
          </Button>
          <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
        </ResultCard>
      )
    }
  }
}

function Verified({ title }: { title: string }) {
  const app = useStackApp()
  const { common, verification } = useMessages()
  const proceed = useAttempt()

  return (
    <ResultCard tone="positive" title={title} advice={verification.doneAdvice}>
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
        {common.proceed}
      </Button>
    </ResultCard>
  )
}

function LinkError({ title, advice }: { title: string; advice: string }) {
  const app = useStackApp()
  const { common } = useMessages()
  return (
    <ResultCard tone="danger" title={title} advice={advice}>
      <NewVerificationLink />
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultCard>
  )
}
