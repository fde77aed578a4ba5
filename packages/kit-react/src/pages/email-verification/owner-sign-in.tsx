import { type CurrentUser, returnToParameter } from '@parley/kit'
import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Asks the user who added the address to sign in. They return to this page. */
export function OwnerSignIn({ user }: { user: CurrentUser | null }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const leaving = useAttempt()
  const signIn = new URL(app.signInUrl({ noRedirectBack: true }), location.href)
  signIn.searchParams.set(returnToParameter, location.pathname + location.search)
  const signInUrl = signIn.pathname + signIn.search

  if (!user) {
    return (
      <ResultCard
        tone="neutral"
        title={t('verification.signed-out')}
        advice={t('verification.signed-out-advice')}
      >
        <PageButtonLink variant="primary" size="large" href={signInUrl}>
          {t('sign-in.submit')}
        </PageButtonLink>
        <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
      </ResultCard>
    )
  }

  const switchAccount = async () => {
    await app.signOut({ redirectUrl: signInUrl })
    return null
  }
  const email = user.primaryEmail ?? user.displayName ?? user.id
  return (
    <ResultCard
      tone="neutral"
      title={t('verification.wrong-account')}
      advice={t('verification.wrong-account-advice', { email })}
    >
      <AttemptCallout failed={leaving.failed} />
      <Button
        variant="primary"
        size="large"
        state={leaving.isBusy ? 'busy' : 'idle'}
        onClick={() => leaving.run(switchAccount)}
      >
        {t('verification.switch')}
      </Button>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
