import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Shown after a renewed sign-in of another user. */
export function OtherAccountCard() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone="danger" title={t('oauth.other-account')} advice={t('oauth.other-account-advice')}>
      <PageButtonLink variant="primary" size="large" href={app.urls.accountSettings}>
        {t('error.account-settings')}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
