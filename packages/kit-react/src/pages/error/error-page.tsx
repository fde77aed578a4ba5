import { useStackApp } from '../../hooks/use-stack-app.ts'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Explains why an OAuth sign-in failed. The message in the URL is not shown, because anyone can craft a URL. */
export function ErrorPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const known = explainCode(search.get('errorCode'), t)

  return (
    <ResultCard
      tone="danger"
      title={known ?? t('error.title')}
      advice={known ? t('error.advice') : `${t('failure.unknown')}. ${t('failure.unknown-advice')}`}
    >
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {known ? t('error.sign-in') : t('common.retry')}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}

function explainCode(code: string | null, t: Translate): string | null {
  switch (code) {
    case 'OAUTH_PROVIDER_ACCESS_DENIED':
      return t('error.access-denied')
    case 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER':
      return t('error.connected-elsewhere')
    case 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION':
      return t('error.connected-other')
    case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE':
      return t('error.email-in-use')
    case 'USER_EMAIL_ALREADY_EXISTS':
      return t('refusal.email-taken')
    case 'SIGN_UP_NOT_ENABLED':
      return t('sign-up.closed')
    default:
      return null
  }
}
