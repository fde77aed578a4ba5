import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { AttemptCallout } from '../../pages/form/attempt-callout.tsx'
import { useAttempt } from '../../pages/form/use-attempt.ts'
import { useIsDemo } from '../../provider/demo-context.ts'
import { useLanguage } from '../../provider/language.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { getProviderName } from './provider-name.ts'

interface OAuthButtonProps {
  /** The id of the provider. */
  provider: string
  type: 'sign-in' | 'sign-up'
  /** The button does nothing. */
  isMock?: boolean
  /** Replaces the redirect to the provider. */
  onAuthenticate?: () => Promise<void>
}

/** Opens the page of a provider. Users without an account get one either way. */
export function OAuthButton({ provider, type, isMock = false, onAuthenticate }: OAuthButtonProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const isDemo = useIsDemo() || isMock
  const attempt = useAttempt()

  const open = () =>
    attempt.run(async () => {
      // Without a connection, the browser would replace this page by its error page.
      if (!navigator.onLine) return { title: t('failure.offline'), advice: '' }
      if (isDemo) return null
      // A handler in JavaScript may return nothing.
      await (onAuthenticate ? onAuthenticate() : app.signInWithOAuth(provider))
      return null
    })

  return (
    <div>
      <Button width="full" state={attempt.isBusy ? 'busy' : 'idle'} onClick={open}>
        {!attempt.isBusy && <ProviderMark provider={provider} />}
        <span className="min-w-0 wrap-anywhere">
          {t(`${type}.with-provider`, { provider: getProviderName(provider) })}
        </span>
      </Button>
      <AttemptCallout failed={attempt.failed} />
    </div>
  )
}
