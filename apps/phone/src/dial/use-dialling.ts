import { useToast } from '@parley/ui'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import type { DialRequest } from '../switchboard/switchboard.ts'
import { besideCurrent } from '../switchboard/switchboard-state.ts'

/** Dialling as it is at this moment: beside a call that goes on it does more than to call. */
export interface Dialling {
  readonly beside: ReturnType<typeof besideCurrent>
  /** The word on a button that dials, with whom it calls where that is known. */
  wordFor(name: string | null): string
  /** Why nobody can be called now, as a sentence. */
  refusedBecause: string | null
  /** Calls, or says why not. */
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
