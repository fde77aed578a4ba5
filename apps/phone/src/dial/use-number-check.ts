import { useQuery } from '@tanstack/react-query'
import type { PhoneOutput } from '../api/phone-api.ts'
import { usePhone } from '../phone-context.tsx'
import { isCallable } from './numbers/format-number.ts'

type NumberCheck = PhoneOutput<'POST /numbers/check'>

export interface NumberCheckState {
  /** The check of the input; undefined while it runs for the first time, and after it has failed. */
  readonly current: NumberCheck | undefined
  /** The same, or else the check of an earlier input: the country stays visible while a check runs. */
  readonly latest: NumberCheck | undefined
  readonly isOutdated: boolean
  /** Whether the check of the input has neither succeeded nor failed. */
  readonly isPending: boolean
  readonly error: Error | null
}

/** Checks the input with the service, once it may be a number. */
export function useNumberCheck(input: string, from: string | null, isSettled: boolean): NumberCheckState {
  const { queries } = usePhone()
  const canCheck = isCallable(input) && input.replace(/\D/g, '').length >= 3
  const check = useQuery({
    ...queries.numberCheck(input, from ?? undefined),
    enabled: canCheck,
    placeholderData: (before) => (canCheck ? before : undefined),
  })
  const latest = canCheck ? check.data : undefined
  return {
    current: check.isPlaceholderData || check.isError || !isSettled ? undefined : latest,
    latest,
    isOutdated: check.isPlaceholderData,
    isPending: canCheck && (check.isPending || check.isPlaceholderData),
    error: check.error,
  }
}
