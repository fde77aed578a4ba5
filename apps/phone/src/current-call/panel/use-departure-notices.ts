import { useToast } from '@parley/ui'
import { useEffect, useEffectEvent } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import type { LocalCall } from '../manager/local-call.ts'
import { explainDeparture, listDepartedLegs } from './departed-legs.ts'

/** Shows a message when a participant whom the user added does not join, and when a limit disconnects one. */
export function useDepartureNotices(): void {
  const language = useLanguage()
  const { callManager } = usePhone()
  const show = useToast()
  const showChanges = useEffectEvent((before: readonly LocalCall[], after: readonly LocalCall[]) => {
    for (const { key, call } of after) {
      const earlier = before.find((localCall) => localCall.key === key)?.call
      if (!call || !earlier) continue
      for (const leg of listDepartedLegs(earlier, call))
        show({ text: explainDeparture(leg, language), tone: 'neutral' })
    }
  })
  useEffect(() => {
    let before = callManager.get().localCalls
    return callManager.subscribe(() => {
      const after = callManager.get().localCalls
      showChanges(before, after)
      before = after
    })
  }, [callManager])
}
