import { useQueryClient } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { usePhone } from '../../phone-context.tsx'

type NumberCheck = PhoneOutput<'POST /numbers/check'>

/** Checks numbers with the service. Results are keyed by the typed input. */
export type CheckNumbers = (input: readonly string[]) => Promise<ReadonlyMap<string, NumberCheck>>

/** Checks several numbers concurrently. Failed checks are omitted; the service validates again on save. */
export function useNumberChecks(): CheckNumbers {
  const { queries } = usePhone()
  const queryClient = useQueryClient()

  return async (input) => {
    const checks = await Promise.allSettled(
      input.map(async (text) => {
        const query = { ...queries.numberCheck(text, undefined), staleTime: 0 }
        return [text, await queryClient.fetchQuery(query)] as const
      }),
    )
    return new Map(checks.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : [])))
  }
}
