import type { EndpointError } from '@parley/kit'
import { Button, Callout } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { explainUntrustedCallback } from '../sign-in/explain-link-error.ts'

/**
 * Requests another verification link. Signed-out users must sign in first, because only the owner of the
 * address can request one.
 */
export function NewVerificationLink() {
  const app = useStackApp()
  const project = useProject()
  const user = useUser()
  const { t } = useLanguage()
  const sending = useAttempt()
  const [isSent, setIsSent] = useState(false)

  if (!user) {
    return (
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {t('verification.sign-in-first')}
      </PageButtonLink>
    )
  }
  if (user.primaryEmailVerified) return null
  if (isSent) {
    return (
      <Callout tone="positive" role="status" title={t('verification.link-sent')}>
        <p>{t('verification.link-sent-advice', { email: user.primaryEmail ?? '' })}</p>
      </Callout>
    )
  }

  const send = async () => {
    const error = await user.sendVerificationEmail()
    if (error) return explainResendError(error, t, () => explainUntrustedCallback(t, project))
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
        {t('verification.send-link')}
      </Button>
    </>
  )
}

function explainResendError(
  refusal: EndpointError<'POST /contact-channels/send-verification-code'>,
  t: Translate,
  untrusted: () => Explanation,
): Explanation {
  switch (refusal.code) {
    case 'EMAIL_ALREADY_VERIFIED':
      return { title: t('verification.already-verified'), advice: t('verification.done-advice') }
    case 'EMAIL_IS_NOT_PRIMARY_EMAIL':
      return { title: t('failure.unknown'), advice: t('failure.unknown-advice') }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return untrusted()
  }
}
