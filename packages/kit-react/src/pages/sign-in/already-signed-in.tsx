import type { CurrentUser } from '@parley/kit'
import { Button } from '@parley/ui'
import { useEffect, useRef } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { ResultCard } from '../layout/result-card.tsx'

interface AlreadySignedInProps {
  user: CurrentUser
  /** Proceeds without a question. */
  automaticRedirect?: boolean
}

/** Shown instead of a sign-in or sign-up form if the user is already signed in. */
export function AlreadySignedIn({ user, automaticRedirect = false }: AlreadySignedInProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const proceed = useAttempt()
  const leave = useAttempt()
  const done = (work: () => Promise<void>) => async () => {
    await work()
    return null
  }
  const redirect = () => proceed.run(done(() => app.redirectToAfterSignIn()))
  const isRedirected = useRef(false)

  useEffect(() => {
    if (!automaticRedirect || isRedirected.current) return
    isRedirected.current = true
    redirect()
  })

  if (automaticRedirect && !proceed.failed) return <PendingCard title={t('link.busy')} />
  return (
    <ResultCard
      tone="neutral"
      title={t('sign-in.already-signed-in')}
      advice={t('sign-in.signed-in-as', { email: user.primaryEmail ?? user.displayName ?? user.id })}
    >
      <AttemptCallout failed={proceed.failed ?? leave.failed} />
      <Button variant="primary" size="large" state={proceed.isBusy ? 'busy' : 'idle'} onClick={redirect}>
        {t('common.proceed')}
      </Button>
      <Button
        state={leave.isBusy ? 'busy' : 'idle'}
        onClick={() => leave.run(done(() => app.signOut({ redirectUrl: app.signInUrl() })))}
      >
        {t('sign-in.sign-out')}
      </Button>
    </ResultCard>
  )
}
