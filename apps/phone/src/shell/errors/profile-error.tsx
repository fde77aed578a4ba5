import { Button } from '@parley/ui'
import { useRouteContext } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from './error-alert.tsx'

interface ProfileErrorProps {
  error: unknown
  isSignedOut: boolean
  onTryAgain: () => void
}

/** Shown when a signed-in user cannot use the phone: not a member, or the service is unreachable. */
export function ProfileError({ error, isSignedOut, onTryAgain }: ProfileErrorProps) {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })

  return (
    <main className="mx-auto grid max-w-xl content-start gap-4 px-4 pt-24">
      <h1>{t('start.not-ready')}</h1>
      <ErrorAlert error={error} onTryAgain={onTryAgain} />
      {!isSignedOut && (
        <div>
          <Button variant="quiet" onClick={() => void app.redirectToSignOut()}>
            {t('account.sign-out')}
          </Button>
        </div>
      )}
    </main>
  )
}
