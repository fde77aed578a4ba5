import type { Call } from '@parley/contract/phone'
import { Button, formatDuration } from '@parley/ui'
import { Phone } from 'lucide-react'
import { callOutcome, callTitle, talkDurationMs } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
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
  const outcome = callOutcome(call)
  const talked = talkDurationMs(call)
  const { transfer, parked, phase } = call

  return (
    <div className="grid gap-3">
      <EndedHeader title={t(phase === 'ended' ? 'live.ended' : 'live.left')} onDismiss={onDismiss} />
      <div>
        <h2 className="text-title">{name}</h2>
        <p className="text-ink-soft">
          {phase !== 'ended'
            ? parked
              ? t('parked.left')
              : transfer &&
                t('transfer.transferred-to', { name: transfer.name ?? formatNumber(transfer.number) })
            : outcome === 'answered' && talked !== null
              ? t('live.ended-after', { length: formatDuration(talked) })
              : t(`ended.${outcome === 'ringing' ? 'ongoing' : outcome}`, { name })}
        </p>
      </div>
      {call.sipAnswer && outcome !== 'answered' && (
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
