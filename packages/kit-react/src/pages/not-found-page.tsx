import { useStackApp } from '../hooks/use-stack-app.ts'
import { useLanguage } from '../provider/language.tsx'
import { PageButtonLink } from './layout/page-link.tsx'
import { ResultCard } from './layout/result-card.tsx'

export function NotFoundPage() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone="neutral" title={t('not-found.title')} advice={t('not-found.advice')}>
      <PageButtonLink variant="primary" size="large" href={app.urls.home}>
        {t('common.go-home')}
      </PageButtonLink>
    </ResultCard>
  )
}
