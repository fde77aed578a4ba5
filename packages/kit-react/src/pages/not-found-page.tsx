import { useStackApp } from '../hooks/use-stack-app.ts'
import { useMessages } from '../provider/language.tsx'
import { PageButtonLink } from './layout/page-link.tsx'
import { ResultCard } from './layout/result-card.tsx'

export function NotFoundPage() {
  const app = useStackApp()
  const { common, notFound } = useMessages()
  return (
    <ResultCard tone="neutral" title={notFound.title} advice={notFound.advice}>
      <PageButtonLink variant="primary" size="large" href={app.urls.home}>
        {common.goHome}
      </PageButtonLink>
    </ResultCard>
  )
}
