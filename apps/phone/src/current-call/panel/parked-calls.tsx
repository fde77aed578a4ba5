import { Button, formatRinging, Icon } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleParking } from 'lucide-react'
import { useId, useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { callName } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useNow } from '../../shell/hooks/use-now.ts'

type ParkedCall = PhoneOutput<'GET /calls/parked'>['items'][number]

/** Returns the parked calls of the workspace; none until they are fetched. */
export function useParkedCalls(): readonly ParkedCall[] {
  return useQuery(usePhone().queries.parkedCalls()).data?.items ?? []
}

interface ParkedCallsProps {
  calls: readonly ParkedCall[]
  clockOffsetMs: number
}

/** The parked calls of the workspace, which the user can pick up. */
export function ParkedCalls({ calls, clockOffsetMs }: ParkedCallsProps) {
  const { t } = useLanguage()
  const titleId = useId()
  const [pickedId, setPickedId] = useState<string | null>(null)
  const { callManager } = usePhone()

  const pickUp = async (callId: string, title: string) => {
    setPickedId(callId)
    await callManager.pickUp(callId, title)
    setPickedId(null)
  }

  return (
    <section aria-labelledby={titleId} className="grid shrink-0 gap-2">
      <h2 id={titleId} className="flex items-center gap-2 text-small font-semibold">
        <Icon icon={CircleParking} size="small" />
        {t('parked.list')}
      </h2>
      <ul className="grid max-h-56 gap-2 overflow-auto max-sm:max-h-36">
        {calls.map((call) => (
          <ParkedCallRow
            key={call.id}
            call={call}
            clockOffsetMs={clockOffsetMs}
            isPickedUp={pickedId === call.id}
            onPickUp={(title) => void pickUp(call.id, title)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ParkedCallRowProps {
  call: ParkedCall
  clockOffsetMs: number
  /** The user is picking up the call. */
  isPickedUp: boolean
  onPickUp: (title: string) => void
}

function ParkedCallRow({ call, clockOffsetMs, isPickedUp, onPickUp }: ParkedCallRowProps) {
  const language = useLanguage()
  const { t } = language
  const { me } = usePhone()
  const { parked, number } = call
  const title = callName(call, language) ?? (number === null ? t('calls.withheld') : formatNumber(number))
  const name = parked.userName ?? ''
  const since = formatRinging(useNow() + clockOffsetMs - parked.at)
  const by =
    parked.userId === me.user.id
      ? t('parked.by-you')
      : t(parked.returnedAt === null ? 'parked.by' : 'parked.returning', { name })

  return (
    <li className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-small">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="flex text-ink-soft tabular-nums">
          <span className="truncate">{by}</span>
          <span className="shrink-0 whitespace-pre"> · {since}</span>
        </p>
      </div>
      <Button
        size="small"
        className="shrink-0"
        aria-label={t('parked.pick-up-named', { name: title })}
        state={isPickedUp ? 'busy' : 'idle'}
        onClick={() => onPickUp(title)}
      >
        {t('parked.pick-up')}
      </Button>
    </li>
  )
}
