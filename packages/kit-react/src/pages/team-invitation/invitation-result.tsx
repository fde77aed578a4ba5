import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { explainFailure } from '../form/explanation.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Shown instead of an invitation that no user can accept. */
export function InvitationResult({ title, advice }: { title: string; advice: string }) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone="danger" title={title} advice={advice}>
      <PageButtonLink variant="primary" size="large" href={app.urls.home}>
        {t('common.go-home')}
      </PageButtonLink>
    </ResultCard>
  )
}

export function InvitationFailure({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const { title, advice } = explainFailure(error, t)
  return (
    <ResultCard tone="danger" title={t('invitation.failed')} advice={`${title} ${advice}`}>
      <Button variant="primary" size="large" onClick={onTryAgain}>
        {t('common.retry')}
      </Button>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
