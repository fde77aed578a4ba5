import type { Call } from '@parley/contract/phone'
import { formatDuration } from '@parley/ui'
import { callOutcome, callTitle, talkDurationMs } from '../../../calls/describe-call.ts'
import { formatNumber } from '../../../dial/numbers/format-number.ts'
import type { Language } from '../../../i18n/language.tsx'

/** Says that a call has ended, or that the user has left it, and why. */
export function describeEnd(
  call: Call,
  language: Language,
): { readonly title: string; readonly sentence: string } {
  const { t } = language
  const { transfer, parked, phase } = call
  if (phase !== 'ended') {
    const transferred =
      transfer && t('transfer.transferred-to', { name: transfer.name ?? formatNumber(transfer.number) })
    return { title: t('live.left'), sentence: parked ? t('parked.left') : (transferred ?? '') }
  }
  const outcome = callOutcome(call)
  const talked = talkDurationMs(call)
  return {
    title: t('live.ended'),
    sentence:
      outcome === 'answered' && talked !== null
        ? t('live.ended-after', { length: formatDuration(talked) })
        : t(`ended.${outcome === 'ringing' ? 'ongoing' : outcome}`, { name: callTitle(call, language) }),
  }
}
