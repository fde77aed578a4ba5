import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { explainErrorCode, explainLinkError, isLink } from './explain-error-code.ts'

/**
 * Explains why a sign-in with a provider, or a link of an account, failed. The message in the URL is not
 * shown, because anyone can craft a URL.
 */
export function ErrorPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const code = search.get('errorCode')
  const known = isLink(search) ? explainLinkError(code, t) : explainErrorCode(code ?? '', t)
  const unknown = {
    title: t('error.title'),
    advice: `${t('failure.unknown')} ${t('failure.unknown-advice')}`,
  }
  const { title, advice } = known ?? unknown

  return (
    <ResultCard tone="danger" title={title} advice={advice}>
      {known?.next === 'account-settings' ? (
        <PageButtonLink variant="primary" size="large" href={app.urls.accountSettings}>
          {t('error.account-settings')}
        </PageButtonLink>
      ) : (
        <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
          {known ? t('error.sign-in') : t('common.retry')}
        </PageButtonLink>
      )}
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
