import { Button } from '@parley/ui'
import { CircleParking } from 'lucide-react'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { callerTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { CallRow, CallRows } from './call-rows.tsx'

type ParkedCall = PhoneOutput<'GET /calls/parked'>['items'][number]

interface ParkedCallsProps {
  calls: readonly ParkedCall[]
  clockOffsetMs: number
  initially: 'open' | 'closed'
}

/** The parked calls of the workspace, which the user can pick up. */
export function ParkedCalls({ calls, clockOffsetMs, initially }: ParkedCallsProps) {
  const language = useLanguage()
  const { t } = language
  const { callManager, me } = usePhone()
  const [pickedId, setPickedId] = useState<string | null>(null)

  const pickUp = async (callId: string, title: string) => {
    setPickedId(callId)
    await callManager.pickUp(callId, title)
    setPickedId(null)
  }
  const describe = ({ parked: { userId, userName, returnedAt } }: ParkedCall) =>
    userId === me.user.id
      ? t('parked.by-you')
      : t(returnedAt === null ? 'parked.by' : 'parked.returning', { name: userName ?? '' })

  return (
    <CallRows icon={CircleParking} title={t('parked.list')} count={calls.length} initially={initially}>
      {calls.map((call) => {
        const title = callerTitle(call, language)
        return (
          <CallRow
            key={call.id}
            title={title}
            subtitle={describe(call)}
            since={call.parked.at}
            clockOffsetMs={clockOffsetMs}
            action={
              <Button
                size="small"
                className="shrink-0"
                aria-label={t('parked.pick-up-named', { name: title })}
                state={pickedId === call.id ? 'busy' : 'idle'}
                onClick={() => void pickUp(call.id, title)}
              >
                {t('parked.pick-up')}
              </Button>
            }
          />
        )
      })}
    </CallRows>
  )
}
