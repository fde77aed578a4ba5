import { Callout } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from './explain-error.ts'
import { NextStep } from './next-step.tsx'

interface ErrorAlertProps {
  error: unknown
  onTryAgain?: () => void
  className?: string
}

/** An error: a sentence, one next step, and the code under "Details". */
export function ErrorAlert({ error, onTryAgain, className = '' }: ErrorAlertProps) {
  const { t } = useLanguage()
  const explanation = useExplainError()(error)
  return (
    <Callout
      tone="danger"
      role="alert"
      className={className}
      title={explanation.sentence}
      action={<NextStep explanation={explanation} error={error} onTryAgain={onTryAgain} />}
    >
      <details>
        <summary className="w-max">{t('common.details')}</summary>
        <code className="font-mono break-words">{explanation.details}</code>
      </details>
    </Callout>
  )
}
