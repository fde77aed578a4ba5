import type { Call } from '@parley/contract/phone'
import { Button } from '@parley/ui'
import { Phone } from 'lucide-react'
import { callOutcome, callTitle } from '../../../calls/describe-call.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { describeEnd } from './describe-end.ts'
import { EndedHeader } from './ended-header.tsx'

interface CallEndedProps {
  call: Call
  onCallAgain: (() => void) | null
  onDismiss: () => void
}

/** The outcome of an ended call. */
export function CallEnded({ call, onCallAgain, onDismiss }: CallEndedProps) {
  const language = useLanguage()
  const { t } = language
  const name = callTitle(call, language)
  const { title, sentence } = describeEnd(call, language)

  return (
    <div className="grid gap-3">
      <EndedHeader title={title} onDismiss={onDismiss} />
      <div>
        <h2 className="text-title wrap-anywhere">{name}</h2>
        <p className="wrap-anywhere text-ink-soft">{sentence}</p>
      </div>
      {call.sipAnswer && callOutcome(call) !== 'answered' && (
        <details className="text-small text-ink-soft">
          <summary className="w-max">{t('common.details')}</summary>
          <code className="font-mono">
            {call.sipAnswer.code} {call.sipAnswer.phrase}
          </code>
        </details>
      )}
      {onCallAgain && (
        <Button icon={Phone} onClick={onCallAgain}>
          {t('live.call-again')}
        </Button>
      )}
    </div>
  )
}
