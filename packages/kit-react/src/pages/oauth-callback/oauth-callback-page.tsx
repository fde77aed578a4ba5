import { ApiError, OtherUserError, UntrustedRedirectError } from '@parley/kit'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import {
  type ExplainedCode,
  explainErrorCode,
  explainLinkError,
  isLink,
} from '../error/explain-error-code.ts'
import { explainFailure } from '../form/explanation.ts'
import { DoneCard } from '../layout/done-card.tsx'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { UntrustedRedirectCard } from '../layout/untrusted-redirect-card.tsx'
import { OtherAccountCard } from './other-account-card.tsx'
import { useOAuthCallback } from './use-oauth-callback.ts'

/** Completes the sign-in or the link at a provider and redirects. */
export function OAuthCallbackPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const callback = useOAuthCallback()
  // The callback removes its parameters from the URL.
  const [isLinking] = useState(() => isLink(search))

  switch (callback.state) {
    case 'busy':
      return <PendingCard title={isLinking ? t('oauth.linking') : t('link.busy')} />
    case 'done':
      return (
        <DoneCard
          title={isLinking ? t('oauth.linked') : t('link.done')}
          href={isLinking ? app.urls.accountSettings : app.urls.afterSignIn}
        />
      )
    case 'ignored':
      return (
        <CallbackError
          tone="neutral"
          title={isLinking ? t('error.link-failed') : t('oauth.missing')}
          advice={isLinking ? t('error.link-advice') : t('oauth.missing-advice')}
          next={isLinking ? 'account-settings' : 'sign-in'}
        />
      )
    case 'failed':
      return <Failed error={callback.error} isLinking={isLinking} />
  }
}

function Failed({ error, isLinking }: { error: unknown; isLinking: boolean }) {
  const { t } = useLanguage()
  if (error instanceof UntrustedRedirectError) return <UntrustedRedirectCard />
  if (error instanceof OtherUserError) return <OtherAccountCard />
  const code = error instanceof ApiError ? error.code : null
  if (isLinking) return <CallbackError tone="danger" {...explainLinkError(code, t)} />
  const known = code === null ? null : explainErrorCode(code, t)
  if (known) return <CallbackError tone="danger" {...known} />
  // The code of the URL has been used, so that only a new sign-in can succeed.
  const { title, advice } = explainFailure(error, t)
  return (
    <CallbackError
      tone="danger"
      title={t('oauth.failed')}
      advice={`${title} ${advice} ${t('oauth.failed-advice')}`}
      next="sign-in"
    />
  )
}

function CallbackError({ tone, title, advice, next }: ExplainedCode & { tone: 'danger' | 'neutral' }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const isSettings = next === 'account-settings'
  return (
    <ResultCard tone={tone} title={title} advice={advice}>
      <PageButtonLink
        variant="primary"
        size="large"
        href={isSettings ? app.urls.accountSettings : app.signInUrl()}
      >
        {isSettings ? t('error.account-settings') : t('error.sign-in')}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
