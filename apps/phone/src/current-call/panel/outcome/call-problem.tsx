import { Button } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { useExplainError } from '../../../shell/errors/explain-error.ts'
import { NextStep } from '../../../shell/errors/next-step.tsx'
import type { CallProblem as Problem } from '../../manager/call-manager-state.ts'
import { EndedHeader } from './ended-header.tsx'

interface CallProblemProps {
  problem: Problem
  onTryAgain: (() => void) | null
  onDismiss: () => void
}

/** A call that failed on the client side: what happened and one next step. */
export function CallProblem({ problem, onTryAgain, onDismiss }: CallProblemProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const retry = onTryAgain && (
    <Button size="small" onClick={onTryAgain}>
      {t('common.try-again')}
    </Button>
  )

  return (
    <div role="alert" className="grid gap-3 wrap-anywhere">
      <EndedHeader title={t('live.call-not-placed')} onDismiss={onDismiss} />
      {problem.kind === 'request' ? (
        <>
          <p>{explain(problem.error).sentence}</p>
          <details className="text-small text-ink-soft">
            <summary className="w-max">{t('common.details')}</summary>
            <code className="font-mono break-words">{explain(problem.error).details}</code>
          </details>
          <div>
            <NextStep
              explanation={explain(problem.error)}
              error={problem.error}
              onTryAgain={onTryAgain ?? undefined}
            />
          </div>
        </>
      ) : (
        <>
          <p>
            {t(problem.kind === 'microphone' ? `microphone.${problem.cause}` : `problem.${problem.kind}`)}
          </p>
          <div>{retry}</div>
        </>
      )}
    </div>
  )
}
