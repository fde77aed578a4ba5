import { unwrap } from '@parley/client'
import type { referenceCalls } from '@parley/contract/phone'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PhoneInput } from '../../../api/phone-api.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'

/** The changes of test runs and reference calls. All of them are fetched again afterwards. */
export function usePromptTests() {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.promptTests.all })
  const start = useMutation({
    mutationFn: (body: PhoneInput<'POST /analysis-prompt/test-runs'>['body']) =>
      api('POST /analysis-prompt/test-runs', { body }).then(unwrap),
    onSettled,
  })
  const cancel = useMutation({
    mutationFn: (run: string) =>
      api('POST /analysis-prompt/test-runs/{run}/cancel', { params: { run } }).then(unwrap),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (run: string) =>
      api('DELETE /analysis-prompt/test-runs/{run}', { params: { run } }).then(unwrap),
    onSuccess: () => show({ text: t('test-run.deleted') }),
    onSettled,
  })
  const adopt = useMutation({
    mutationFn: ({ callId, expected }: { callId: string; expected: referenceCalls.ExpectedValue[] }) =>
      api('PUT /analysis-prompt/reference-calls/{call}', {
        params: { call: callId },
        body: { expected },
      }).then(unwrap),
    onSuccess: () => show({ text: t('reference.adopted') }),
    onSettled,
  })
  const removeReference = useMutation({
    mutationFn: (call: string) =>
      api('DELETE /analysis-prompt/reference-calls/{call}', { params: { call } }).then(unwrap),
    onSuccess: () => show({ text: t('reference.removed') }),
    onSettled,
  })
  return { start, cancel, remove, adopt, removeReference }
}
