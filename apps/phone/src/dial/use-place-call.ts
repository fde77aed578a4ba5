import { useQueryClient } from '@tanstack/react-query'
import { createPhoneApiError } from '../api/errors.ts'
import { queryKeys } from '../api/query-keys.ts'
import { usePhone } from '../phone-context.tsx'
import { useDialling } from './use-dialling.ts'

const maxShortNumberDigits = 4

interface CallToPlace {
  readonly number: string
  readonly title: string | null
  readonly from: string | null
}

/** Places the calls of everything that can be typed. An emergency number that Parley cannot call is explained instead. */
export function usePlaceCall(onPlaced: () => void): (call: CallToPlace) => Promise<void> {
  const { queries, callManager } = usePhone()
  const dialling = useDialling()
  const queryClient = useQueryClient()
  return async ({ number, title, from }) => {
    // Short numbers may be emergency numbers, and the user must learn immediately that Parley cannot call
    // them.
    if (isShortNumber(number)) {
      const check = await queryClient.fetchQuery(queries.numberCheck(number, undefined)).catch(() => null)
      if (check?.refusal?.code === 'EMERGENCY_NUMBER') {
        const error = createPhoneApiError('EMERGENCY_NUMBER', { typed: number })
        return callManager.showProblem({ kind: 'request', error, dialledNumber: null })
      }
    }
    dialling.dial({ to: number, from: from ?? undefined, title: title ?? undefined })
    if (dialling.disabledReason) return
    onPlaced()
    if (from !== null) void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
    // Call shortcuts, including digits, work only while no text field is focused.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
}

export function isShortNumber(number: string): boolean {
  return number.replace(/\D/g, '').length <= maxShortNumberDigits
}
