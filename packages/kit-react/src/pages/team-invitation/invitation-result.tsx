import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { FailedCard } from '../layout/failed-card.tsx'
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
  const { t } = useLanguage()
  return <FailedCard title={t('invitation.failed')} error={error} onTryAgain={onTryAgain} />
}
