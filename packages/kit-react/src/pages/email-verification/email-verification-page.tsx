import { Button } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptNote } from '../form/attempt-note.tsx'
import { isCode } from '../form/code.ts'
import { explainFailure } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { useRedeemedCode } from '../form/use-redeemed-code.ts'
import { PendingSheet } from '../frame/page-frame.tsx'
import { PageButtonLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'
import { explainRefusal } from './explain-refusal.ts'
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
  const [redeeming, tryAgain] = useRedeemedCode(usable, (value) => app.verifyEmail(value))

  if (code === null) return <Refused title={verification.missing} advice={verification.missingAdvice} />
  if (usable === null) return <Refused title={verification.invalid} advice={verification.invalidAdvice} />

  switch (redeeming.state) {
    case 'busy':
      return <PendingSheet title={verification.busy} />
    case 'done':
      return <Verified title={verification.done} />
    case 'refused': {
      if (redeeming.refusal.code === 'VERIFICATION_CODE_ALREADY_USED' && user?.primaryEmailVerified) {
        return <Verified title={verification.alreadyVerified} />
      }
      const names = { project: project.displayName, host: location.host }
      return <Refused {...explainRefusal(redeeming.refusal, messages, names)} />
    }
    case 'failed': {
      const { title, advice } = explainFailure(redeeming.error, messages)
      return (
        <ResultSheet tone="danger" title={verification.failed} advice={`${title} ${advice}`}>
          <Button variant="primary" size="large" onClick={tryAgain}>
            {common.retry}
          </Button>
          <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
        </ResultSheet>
      )
    }
  }
}

function Verified({ title }: { title: string }) {
  const app = useStackApp()
  const { common, verification } = useMessages()
  const goOn = useAttempt()

  return (
    <ResultSheet tone="positive" title={title} advice={verification.doneAdvice}>
      <AttemptNote failed={goOn.failed} />
      <Button
        variant="primary"
        size="large"
        state={goOn.isBusy ? 'busy' : 'idle'}
        onClick={() =>
          goOn.run(async () => {
            await app.redirectToAfterSignIn()
            return null
          })
        }
      >
        {common.goOn}
      </Button>
    </ResultSheet>
  )
}

function Refused({ title, advice }: { title: string; advice: string }) {
  const app = useStackApp()
  const { common } = useMessages()
  return (
    <ResultSheet tone="danger" title={title} advice={advice}>
      <NewVerificationLink />
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultSheet>
  )
}
