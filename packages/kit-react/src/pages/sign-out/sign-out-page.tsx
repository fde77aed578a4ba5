import { returnToParameter } from '@parley/kit'
import { useEffect, useRef } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { useInitialUser } from '../form/use-initial-user.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Signs the user out, then redirects or shows a confirmation. */
export function SignOutPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const user = useInitialUser()
  const { t } = useLanguage()
  const leaving = useAttempt()
  const isRedirected = search.has(returnToParameter) || app.urls.afterSignOut !== app.urls.home
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!user || hasBegun.current) return
    hasBegun.current = true
    leaving.run(async () => {
      await app.signOut({ noRedirect: !isRedirected })
      return null
    })
  })

  const isLeaving = user !== null && (leaving.isBusy || !hasBegun.current)
  if (isLeaving) return <PendingCard title={t('sign-out.busy')} />

  return (
    <ResultCard tone="neutral" title={t('sign-out.title')} advice={t('sign-out.advice')}>
      <AttemptCallout failed={leaving.failed} />
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {t('sign-out.sign-in')}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
