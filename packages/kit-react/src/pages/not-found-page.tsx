import { useStackApp } from '../hooks/use-stack-app.ts'
import { useMessages } from '../provider/language.tsx'
import { PageButtonLink } from './frame/page-link.tsx'
import { ResultSheet } from './frame/result-sheet.tsx'

export function NotFoundPage() {
  const app = useStackApp()
  const { common, notFound } = useMessages()
  return (
    <ResultSheet tone="neutral" title={notFound.title} advice={notFound.advice}>
      <PageButtonLink variant="primary" size="large" href={app.urls.home}>
        {common.goHome}
      </PageButtonLink>
    </ResultSheet>
  )
}
