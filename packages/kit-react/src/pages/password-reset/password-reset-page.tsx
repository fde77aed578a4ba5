import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { isCode } from '../form/code.ts'
import type { Explanation } from '../form/explanation.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { FailedCard } from '../layout/failed-card.tsx'
import { LinkError } from '../layout/link-error.tsx'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { explainResetLinkError, type ResetLinkError } from './explain-reset-error.ts'
import { ResetForm } from './reset-form.tsx'

/** Sets a new password with the code in the URL, which is checked first. */
export function PasswordResetPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()
  const code = search.get('code')
  const usable = isCode(code) ? code : null
  const [checking, tryAgain] = useRedeemCode(usable, (value) => app.verifyPasswordResetCode(value))
  const [outcome, setOutcome] = useState<'done' | ResetLinkError | null>(null)

  if (code === null) return <ResetLinkProblem title={t('reset.missing')} advice={t('reset.missing-advice')} />
  if (usable === null)
    return <ResetLinkProblem title={t('reset.invalid')} advice={t('reset.invalid-advice')} />
  if (outcome === 'done') return <PasswordSet />
  if (outcome !== null) return <ResetLinkProblem {...explainResetLinkError(outcome, t, project)} />

  switch (checking.state) {
    case 'busy':
      return <PendingCard title={t('reset.busy')} />
    case 'done':
      return <ResetForm code={usable} onDone={() => setOutcome('done')} onLinkError={setOutcome} />
    case 'refused':
      return <ResetLinkProblem {...explainResetLinkError(checking.refusal, t, project)} />
    case 'failed':
      return <FailedCard title={t('reset.failed')} error={checking.error} onTryAgain={tryAgain} />
  }
}

function PasswordSet() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone="positive" title={t('reset.done')} advice={t('reset.done-advice')}>
      <PageButtonLink variant="primary" size="large" href={app.signInUrl()}>
        {t('sign-in.submit')}
      </PageButtonLink>
    </ResultCard>
  )
}

function ResetLinkProblem({ title, advice }: Explanation) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <LinkError title={title} advice={advice}>
      <PageButtonLink variant="primary" size="large" href={app.pageUrl('forgotPassword')}>
        {t('link.new-link')}
      </PageButtonLink>
      <PageButtonLink href={app.signInUrl()}>{t('sign-in.submit')}</PageButtonLink>
    </LinkError>
  )
}
