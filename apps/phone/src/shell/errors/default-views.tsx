import { Button, Callout, Page, Skeleton } from '@parley/ui'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterButtonLink } from '../router-link.tsx'

/** Shown for an unknown path. */
export function NotFoundView() {
  const { t } = useLanguage()
  return (
    <Page title={t('view.not-found')} subtitle={t('view.not-found-sentence')}>
      <RouterButtonLink to="/" variant="primary">
        {t('view.to-calls')}
      </RouterButtonLink>
    </Page>
  )
}

/** Shown when a page crashed. */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const { t } = useLanguage()
  const router = useRouter()
  const [isShown, setIsShown] = useState(false)

  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={t('view.error')}>
      <div className="grid max-w-[68ch] justify-items-start gap-3" role="alert">
        <p className="text-ink-soft">{t('view.error-sentence')}</p>
        <div className="flex gap-2">
          <Button variant="primary" onClick={tryAgain}>
            {t('common.try-again')}
          </Button>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? t('view.hide-error') : t('view.show-error')}
          </Button>
        </div>
        {isShown && (
          <Callout className="w-full">
            <code className="font-mono break-words">
              {error instanceof Error ? error.message : String(error)}
            </code>
          </Callout>
        )}
      </div>
    </Page>
  )
}

/** Shown while a page loads slowly. */
export function PendingView() {
  const { t } = useLanguage()
  return (
    <div className="max-w-300 px-8 pt-6 max-sm:px-4">
      <Skeleton label={t('common.loading')} />
    </div>
  )
}
