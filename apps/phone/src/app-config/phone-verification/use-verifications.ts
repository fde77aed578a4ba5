import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PhoneInput, PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

export type Verification = PhoneOutput<'GET /phone-verifications'>['items'][number]
type Started = PhoneOutput<'POST /phone-verifications'>

/** A code is kept in this tab as long as it is valid. */
const codeKeptMs = 10 * 60_000

/** Returns the code of a verification that was started in this tab, or null. */
export function useCode(id: string): string | null {
  const query = {
    queryKey: queryKeys.verificationCode(id),
    queryFn: (): string | null => null,
    enabled: false,
    gcTime: codeKeptMs,
  }
  return useQuery(query).data ?? null
}

function useKeepStarted() {
  const queryClient = useQueryClient()
  return async ({ verification, code }: Started) => {
    queryClient.setQueryData(queryKeys.verificationCode(verification.id), code)
    await queryClient.invalidateQueries({ queryKey: queryKeys.phoneVerifications })
  }
}

export function useStartVerification(onStarted: () => void) {
  const { api } = usePhone()
  const keep = useKeepStarted()
  return useMutation({
    mutationFn: (body: PhoneInput<'POST /phone-verifications'>['body']) =>
      api('POST /phone-verifications', { body }).then(unwrap),
    onSuccess: async (started) => {
      await keep(started)
      onStarted()
    },
  })
}

export function useCallAgain() {
  const { api } = usePhone()
  const keep = useKeepStarted()
  const show = useToast()
  const explain = useExplainError()
  return useMutation({
    mutationFn: (verification: string) =>
      api('POST /phone-verifications/{verification}/call', { params: { verification } }).then(unwrap),
    onSuccess: keep,
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
  })
}

export function useRename(onRenamed: () => void) {
  const { api } = usePhone()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, label }: Pick<Verification, 'id' | 'label'>) =>
      api('PATCH /phone-verifications/{verification}', {
        params: { verification: id },
        body: { label },
      }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.phoneVerifications })
      onRenamed()
    },
  })
}

export function useRemove(onRemoved: () => void) {
  const { t } = useLanguage()
  const { api, refetchMe } = usePhone()
  const show = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (removed: Pick<Verification, 'id' | 'number'>) => {
      const params = { verification: removed.id }
      unwrap(await api('DELETE /phone-verifications/{verification}', { params }))
      return removed
    },
    onSuccess: async ({ number }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.phoneVerifications })
      refetchMe()
      show({ text: t('verify.removed', { number: formatNumber(number) }) })
      onRemoved()
    },
  })
}
