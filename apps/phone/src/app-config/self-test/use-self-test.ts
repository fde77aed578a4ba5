import { unwrap } from '@parley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PhoneInput, PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { usePhone } from '../../phone-context.tsx'

export type SelfTest = PhoneOutput<'GET /self-test'>
export type TestedPart = SelfTest['parts'][number]
export type TestCall = SelfTest['testCalls'][number]
export type StartedTest = PhoneInput<'POST /self-test/runs'>['body']

/** The parts with their results, and a mutation that tests some of them. */
export function useSelfTest() {
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const query = useQuery(queries.selfTest())
  const start = useMutation({
    mutationFn: (body: StartedTest) => api('POST /self-test/runs', { body }).then(unwrap),
    onSuccess: (selfTest) => queryClient.setQueryData(queryKeys.selfTest, selfTest),
    // Another administrator may have started a run.
    onError: () => void queryClient.invalidateQueries({ queryKey: queryKeys.selfTest }),
  })
  return { query, start }
}
