import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { type Explanation, explainFailure } from '../form/explanation.ts'
import { PageButtonLink } from './page-link.tsx'
import { ResultCard } from './result-card.tsx'

interface FailedCardProps {
  /** The step that failed. */
  title: string
  error: unknown
  /** Explains errors that other pages do not have. */
  explain?: (error: unknown) => Explanation
  onTryAgain: () => void
}

/** A step that failed unexpectedly and can be tried again. */
export function FailedCard({ title, error, explain, onTryAgain }: FailedCardProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const explanation = explain?.(error) ?? explainFailure(error, t)
  return (
    <ResultCard tone="danger" title={title} advice={`${explanation.title} ${explanation.advice}`}>
      <Button variant="primary" size="large" onClick={onTryAgain}>
        {t('common.retry')}
      </Button>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
