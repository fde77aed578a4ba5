import { useQueryClient } from '@tanstack/react-query'
import type { PhoneOutput } from '../api/phone-api.ts'
import { usePhone } from '../phone.tsx'

type NumberCheck = PhoneOutput<'POST /numbers/check'>

/** What the service makes of several numbers, by what was typed. */
export type CheckNumbers = (typed: readonly string[]) => Promise<ReadonlyMap<string, NumberCheck>>

/** Asks the service about several numbers at the same time. What it cannot be asked about, it judges when it is saved. */
export function useNumberChecks(): CheckNumbers {
  const { queries } = usePhone()
  const queryClient = useQueryClient()

  return async (typed) => {
    const checks = await Promise.allSettled(
      typed.map(async (text) => {
        const query = { ...queries.numberCheck(text, undefined), staleTime: 0 }
        return [text, await queryClient.fetchQuery(query)] as const
      }),
    )
    return new Map(checks.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : [])))
  }
}
