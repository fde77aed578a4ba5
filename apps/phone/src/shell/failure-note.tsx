import { Note } from '@parley/ui'
import { useLanguage } from '../locales/language.tsx'
import { useExplainFailure } from './explain-failure.ts'
import { NextStep } from './next-step.tsx'

interface FailureNoteProps {
  error: unknown
  onTryAgain?: () => void
  className?: string
}

/** An error: a sentence, one next step, and the code under "Details". */
export function FailureNote({ error, onTryAgain, className = '' }: FailureNoteProps) {
  const { t } = useLanguage()
  const explanation = useExplainFailure()(error)
  return (
    <Note
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
    </Note>
  )
}
