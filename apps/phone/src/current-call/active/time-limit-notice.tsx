import { Callout, formatPosition } from '@parley/ui'
import { Hourglass } from 'lucide-react'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { useNow } from '../../shell/hooks/use-now.ts'
import type { CallPanelProps } from './call-panel-props.ts'

type TimeLimit = NonNullable<NonNullable<CallPanelProps['localCall']['call']>['timeLimit']>

/** Announces that the call ends because of a limit per day, with the time that is left. */
export function TimeLimitNotice({ limit, clockOffsetMs }: { limit: TimeLimit; clockOffsetMs: number }) {
  const language = useLanguage()
  const leftMs = Math.max(0, limit.endsAt - useNow() - clockOffsetMs)
  const sentence = explainTimeLimit(limit, language)
  return (
    <>
      {/* Apart from the time, which would be announced each second. */}
      <p role="alert" className="sr-only">
        {sentence}
      </p>
      <Callout
        tone="warning"
        icon={Hourglass}
        title={sentence}
        action={<span className="text-title tabular-nums">{formatPosition(leftMs)}</span>}
      >
        {language.t('live.ends-advice')}
      </Callout>
    </>
  )
}

export function explainTimeLimit({ code }: TimeLimit, { t }: Language): string {
  return t(code === 'CALL_LIMIT_MINUTES_PER_DAY' ? 'live.ends-minutes' : 'live.ends-spend')
}
