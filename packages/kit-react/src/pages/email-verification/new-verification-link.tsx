import type { EndpointError } from '@parley/kit'
import { Button, Callout } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { fill, type Messages } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { explainUntrustedCallback } from '../sign-in/explain-link-error.ts'

/** Requests another verification link. Signed-out users must sign in first, because only the owner of the address can request one. */
export function NewVerificationLink() {
  const app = useStackApp()
  const project = useProject()
  const user = useUser()
  const messages = useMessages()
  const { verification } = messages
  const sending = useAttempt()
  const [isSent, setIsSent] = useState(false)

  if (!user) {
    return (
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {verification.signInFirst}
      </PageButtonLink>
    )
  }
  if (user.primaryEmailVerified) return null
  if (isSent) {
    return (
      <Callout tone="positive" role="status" title={verification.linkSent}>
        <p>{fill(verification.linkSentAdvice, { email: user.primaryEmail ?? '' })}</p>
      </Callout>
    )
  }

  const send = async () => {
    const result = await user.sendVerificationEmail()
    if (!result.ok)
      return explainResendError(result.error, messages, () => explainUntrustedCallback(messages, project))
    setIsSent(true)
    return null
  }
  return (
    <>
      <AttemptCallout failed={sending.failed} />
      <Button
        variant="primary"
        size="large"
        state={sending.isBusy ? 'busy' : 'idle'}
        onClick={() => sending.run(send)}
      >
        {verification.sendLink}
      </Button>
    </>
  )
}

function explainResendError(
  refusal: EndpointError<'POST /contact-channels/send-verification-code'>,
  { failure, verification }: Messages,
  untrusted: () => Explanation,
): Explanation {
  switch (refusal.code) {
    case 'EMAIL_ALREADY_VERIFIED':
      return { title: verification.alreadyVerified, advice: verification.doneAdvice }
    case 'EMAIL_IS_NOT_PRIMARY_EMAIL':
      return { title: failure.unknown, advice: failure.unknownAdvice }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return untrusted()
  }
}
