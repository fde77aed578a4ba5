import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { useToast } from '@parley/ui'
import { presentLegs } from '../current-call/active/labels.ts'
import type { DialRequest } from '../current-call/manager/call-manager.ts'
import { dialEffect } from '../current-call/manager/call-manager-state.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

/** The current effect of dialling; during an active call it may hold that call first. */
export interface DialState {
  readonly effect: ReturnType<typeof dialEffect>
  /** The label of a dial button, with the name of the callee if known. */
  buttonLabel(name: string | null): string
  /** Returns whether the user of a number is in a call of this tab already. */
  isInCall(number: string): boolean
  /** Why dialling is unavailable, as a sentence. */
  disabledReason: string | null
  /** Dials, or shows why dialling is unavailable. */
  dial(request: DialRequest): void
}

export function useDialling(): DialState {
  const { t } = useLanguage()
  const { callManager } = usePhone()
  const show = useToast()
  const state = useStore(callManager)
  const effect = dialEffect(state)
  const disabledReason = effect === 'refused' ? t('dial.not-answered-yet') : null

  return {
    effect,
    buttonLabel(name) {
      if (effect !== 'holds') return name ? t('calls.call-named', { name }) : t('common.call')
      return name ? t('live.hold-and-call-named', { name }) : t('live.hold-and-call')
    },
    isInCall: (number) => state.localCalls.some(({ call }) => call && hasParticipant(call, number)),
    disabledReason,
    dial(request) {
      if (disabledReason) show({ text: disabledReason, tone: 'danger' })
      else callManager.dial(request)
    },
  }
}

function hasParticipant(call: Call, number: string): boolean {
  return presentLegs(call).some((leg) => leg.number === number)
}
