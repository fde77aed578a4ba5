import { UsersRound } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { callerTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { CallRow, CallRows } from './call-rows.tsx'

interface WaitingCallsProps {
  calls: PhoneOutput<'GET /calls/waiting'>['items']
  clockOffsetMs: number
  initially: 'open' | 'closed'
}

/** The callers who wait in the queues of the user. The service decides for whom they ring next. */
export function WaitingCalls({ calls, clockOffsetMs, initially }: WaitingCallsProps) {
  const language = useLanguage()
  return (
    <CallRows icon={UsersRound} title={language.t('waiting.list')} count={calls.length} initially={initially}>
      {calls.map((call) => (
        <CallRow
          key={call.id}
          title={`${call.position}. ${callerTitle(call, language)}`}
          subtitle={call.queueName ?? ''}
          since={call.waitingSince}
          clockOffsetMs={clockOffsetMs}
        />
      ))}
    </CallRows>
  )
}
