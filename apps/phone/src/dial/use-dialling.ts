import { useToast } from '@parley/ui'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import type { DialRequest } from '../switchboard/switchboard.ts'
import { besideCurrent } from '../switchboard/switchboard-state.ts'

/** What dialing does at the moment; during an active call it may hold that call first. */
export interface Dialling {
  readonly beside: ReturnType<typeof besideCurrent>
  /** The label of a dial button, with the name of the callee if known. */
  wordFor(name: string | null): string
  /** Why dialing is unavailable, as a sentence. */
  refusedBecause: string | null
  /** Dials, or shows why dialing is unavailable. */
  dial(request: DialRequest): void
}

export function useDialling(): Dialling {
  const { t } = useLanguage()
  const { switchboard } = usePhone()
  const show = useToast()
  const beside = besideCurrent(useStore(switchboard))
  const refusedBecause = beside === 'refused' ? t('dial.not-answered-yet') : null

  return {
    beside,
    wordFor(name) {
      if (beside !== 'holds') return name ? t('calls.call-named', { name }) : t('common.call')
      return name ? t('live.hold-and-call-named', { name }) : t('live.hold-and-call')
    },
    refusedBecause,
    dial(request) {
      if (refusedBecause) show({ text: refusedBecause, tone: 'danger' })
      else switchboard.dial(request)
    },
  }
}
