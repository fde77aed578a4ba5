import type { Call } from '@parley/contract/phone'
import { Icon } from '@parley/ui'
import { PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react'
import { useLanguage } from '../i18n/language.tsx'
import { callOutcome } from './describe-call.ts'

/** The direction of a call, with an accessible name. */
export function CallIcon({ call }: { call: Call }) {
  const { t } = useLanguage()
  const isMissed = callOutcome(call) === 'missed'
  const direction = isMissed ? 'missed' : call.direction
  const icon = isMissed ? PhoneMissed : call.direction === 'incoming' ? PhoneIncoming : PhoneOutgoing
  return (
    <span className={isMissed ? 'text-danger' : 'text-ink-soft'}>
      <Icon icon={icon} />
      <span className="sr-only">{t(`calls.direction-${direction}`)}</span>
    </span>
  )
}
